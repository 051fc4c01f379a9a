import { mdiPencilOutline, mdiTrashCanOutline } from '@mdi/js';
import type { AttributePair, KnownAttribute } from '../../lib/attributes/attribute-pairs.ts';
import type { AttributeWords } from '../../lib/attributes/attribute-words.ts';
import { IconButton } from '../button/icon-button.tsx';
import classes from './attributes-editor.module.css';

interface PairRowProps {
  readonly words: AttributeWords;
  readonly pair: AttributePair;
  readonly known: readonly KnownAttribute[];
  readonly readOnly: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** One pair to be read: its label where the name means something, its value in words. */
export function PairRow({
  words,
  pair: { name, type, text },
  known,
  readOnly,
  onEdit,
  onRemove,
}: PairRowProps) {
  const meant = known.find((one) => one.name === name);
  const shown = type === 'boolean' ? (text === 'true' ? words.yes : words.no) : text;
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
            <IconButton size={28} name={words.edit(name)} icon={mdiPencilOutline} onClick={onEdit} />
          )}
          <IconButton size={28} name={words.remove(name)} icon={mdiTrashCanOutline} onClick={onRemove} />
        </div>
      )}
    </div>
  );
}
