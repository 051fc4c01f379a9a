import { mdiPencilOutline, mdiTrashCanOutline } from '@mdi/js';
import type { AttributeLabels } from '../../lib/attributes/attribute-labels.ts';
import type { AttributePair, KnownAttribute } from '../../lib/attributes/attribute-pairs.ts';
import { IconButton } from '../button/icon-button.tsx';
import classes from './attributes-editor.module.css';

interface PairRowProps {
  readonly labels: AttributeLabels;
  readonly pair: AttributePair;
  readonly known: readonly KnownAttribute[];
  readonly readOnly: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** One pair to be read: its label where the name means something, its value in words. */
export function PairRow({
  labels,
  pair: { name, type, text },
  known,
  readOnly,
  onEdit,
  onRemove,
}: PairRowProps) {
  const meant = known.find((one) => one.name === name);
  const shown = type === 'boolean' ? (text === 'true' ? labels.yes : labels.no) : text;
  return (
    <div className={classes.row}>
      <div className={classes.name}>
        <bdi title={name}>{meant?.label ?? name}</bdi>
        {meant && <code className={classes.key}>{name}</code>}
      </div>
      <bdi className={classes.value} title={shown}>
        {meant?.unit && type === 'number' ? `${shown} ${meant.unit.sign}` : shown}
      </bdi>
      {!readOnly && (
        <div className={classes.acts}>
          {type !== 'json' && (
            <IconButton size={28} name={labels.edit(name)} icon={mdiPencilOutline} onClick={onEdit} />
          )}
          <IconButton size={28} name={labels.remove(name)} icon={mdiTrashCanOutline} onClick={onRemove} />
        </div>
      )}
    </div>
  );
}
