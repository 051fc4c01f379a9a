import { mdiPencilOutline, mdiPlus, mdiTrashCanOutline } from '@mdi/js';
import { useEffect, useRef, useState } from 'react';
import type { AttributeLabels } from '../../lib/attributes/attribute-labels.ts';
import {
  type AttributePair,
  faultsOf,
  type KnownAttribute,
  newPair,
} from '../../lib/attributes/attribute-pairs.ts';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import classes from './attributes-editor.module.css';
import { PairForm } from './pair-form.tsx';

interface AttributesEditorProps {
  /** Names the list, for anybody who cannot see it. */
  readonly label: string;
  readonly labels: AttributeLabels;
  readonly pairs: readonly AttributePair[];
  readonly onChange: (pairs: readonly AttributePair[]) => void;
  /** Offered by their labels; any other name may be typed (ATT-01). */
  readonly known?: readonly KnownAttribute[];
  /** Names that have a field of their own beside the editor. */
  readonly elsewhere?: ReadonlySet<string>;
  /** How often the form around it was to be saved: then every pair with a fault is open and says so. */
  readonly attempts?: number;
  readonly readOnly?: boolean;
}

const nowhere: ReadonlySet<string> = new Set();

/**
 * Free name and value pairs: a list, and a form in the place of the pair that is being changed (ATT-01). What is typed is
 * in `pairs` at once, so that saving the form around it loses nothing; Enter ends the pair, Escape takes its change back.
 */
export function AttributesEditor({
  label,
  labels,
  pairs,
  onChange,
  known = [],
  elsewhere = nowhere,
  attempts = 0,
  readOnly = false,
}: AttributesEditorProps) {
  /** The pair being changed and how it was; undefined when it is a new one. */
  const [open, setOpen] = useState<{ readonly at: number; readonly before: AttributePair | undefined }>();
  const [isConfirming, setConfirming] = useState(false);
  const addButton = useRef<HTMLDivElement>(null);
  useEffect(() => setConfirming(attempts > 0), [attempts]);
  const faults = faultsOf(pairs, elsewhere);
  const hasFault = (at: number) => Object.keys(faults[at] ?? {}).length > 0;

  function close(): void {
    setOpen(undefined);
    setConfirming(false);
    addButton.current?.querySelector('button')?.focus();
  }

  function edit(at: number, before: AttributePair | undefined): void {
    setOpen({ at, before });
    setConfirming(false);
  }

  function remove(at: number): void {
    onChange(pairs.toSpliced(at, 1));
    close();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would lie in the form's own
    <div className={classes.editor} role="group" aria-label={label}>
      {pairs.length === 0 && <p className={classes.none}>{labels.none}</p>}
      {pairs.length > 0 && (
        <ul className={classes.list}>
          {pairs.map((pair, at) => {
            const isOpen = open?.at === at || (isConfirming && hasFault(at));
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a pair is its place; its name changes while it is typed
              <li key={at} className={classes.pair}>
                {isOpen && !readOnly ? (
                  <PairForm
                    labels={labels}
                    pair={pair}
                    known={known}
                    offered={known.filter(
                      ({ name }) => name === pair.name || !pairs.some((one) => one.name === name),
                    )}
                    takesFocus={open?.at === at}
                    faults={isConfirming ? (faults[at] ?? {}) : {}}
                    onChange={(changed) => {
                      // One that was opened for its fault stays open when the fault no longer exists.
                      if (open?.at !== at) setOpen({ at, before: pair });
                      onChange(pairs.with(at, changed));
                    }}
                    onDone={() => (hasFault(at) ? setConfirming(true) : close())}
                    onCancel={() => {
                      if (open?.at === at && open.before) onChange(pairs.with(at, open.before));
                      else onChange(pairs.toSpliced(at, 1));
                      close();
                    }}
                  />
                ) : (
                  <PairRow
                    labels={labels}
                    pair={pair}
                    known={known}
                    readOnly={readOnly}
                    onEdit={() => edit(at, pair)}
                    onRemove={() => remove(at)}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
      {!readOnly && (
        <div ref={addButton}>
          <Button
            icon={mdiPlus}
            disabled={open !== undefined && hasFault(open.at)}
            onClick={() => {
              onChange([...pairs, newPair]);
              edit(pairs.length, undefined);
            }}
          >
            {labels.add}
          </Button>
        </div>
      )}
    </div>
  );
}

interface PairRowProps {
  readonly labels: AttributeLabels;
  readonly pair: AttributePair;
  readonly known: readonly KnownAttribute[];
  readonly readOnly: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** One pair to be read: its label where the name means something, its value in words. */
function PairRow({ labels, pair: { name, type, text }, known, readOnly, onEdit, onRemove }: PairRowProps) {
  const attribute = known.find((one) => one.name === name);
  const shown = type === 'boolean' ? (text === 'true' ? labels.yes : labels.no) : text;
  return (
    <div className={classes.row}>
      <div className={classes.name}>
        <bdi title={name}>{attribute?.label ?? name}</bdi>
        {attribute && <code className={classes.key}>{name}</code>}
      </div>
      <bdi className={classes.value} title={shown}>
        {attribute?.unit && type === 'number' ? `${shown} ${attribute.unit.sign}` : shown}
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
