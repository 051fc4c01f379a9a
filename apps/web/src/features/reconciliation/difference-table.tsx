import type { Comparison, Difference } from '@atalaia/contract/providers/reconciliation';
import { mdiArrowLeftBold, mdiArrowRightBold } from '@mdi/js';
import { TimeAgo } from '../../lib/formats/time-ago.tsx';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import { DataTable, TwoLines } from '../../ui/table/data-table.tsx';
import classes from './reconciliation.module.css';

type Side = 'here' | 'there';

export function Comparisons({ comparisons }: { readonly comparisons: readonly Comparison[] }) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  if (comparisons.length > 0 && !comparisons.some(({ hasAccount }) => hasAccount))
    return <p className={classes.warning}>{text('difference.noAccounts')}</p>;
  return (
    <ul className={classes.kinds}>
      {comparisons.map(
        ({ system, hasAccount, isReading, comparedAt, failure, onlyHere, onlyThere, fields }) => (
          <li key={system}>
            <strong>{text(`comparedSystem.${system}`)}</strong>:{' '}
            {hasAccount
              ? [
                  text('difference.summary', {
                    here: formats.count(onlyHere),
                    there: formats.count(onlyThere),
                    fields: text('difference.fields', { count: fields }),
                  }),
                  isReading
                    ? text('difference.reading')
                    : comparedAt
                      ? text('difference.comparedAt', { time: formats.dateTime(comparedAt) })
                      : text('difference.neverCompared'),
                ].join(' · ')
              : text('difference.noAccount')}
            {failure && (
              <span className={classes.warning}>
                {' '}
                {text('difference.failed', {
                  reason: textOr(`readFailure.${failure}`, failure),
                })}
              </span>
            )}
          </li>
        ),
      )}
    </ul>
  );
}

/** What is said of a row: that it is being written, why it was not, or why it is ignored. */
function useNote() {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  return ({ taking, refusal, refusalWords, ignored }: Difference) => {
    if (taking) return text('difference.taking');
    if (refusal) {
      const reason = textOr(`takeRefusal.${refusal}`, text('takeRefusal.other', { reason: refusal }));
      return refusalWords ? `${reason}: ${refusalWords}` : reason;
    }
    return (
      ignored &&
      text('reconciliation.ignoredWhy', {
        reason: ignored.reason,
        name: ignored.userName,
        time: formats.dateTime(ignored.at),
      })
    );
  };
}

interface DifferenceTableProps {
  readonly rows: readonly Difference[];
  readonly chosen: ReadonlyMap<number, Difference>;
  readonly onChoose: (chosen: ReadonlyMap<number, Difference>) => void;
  readonly onTake: (row: Difference, side: Side) => void;
}

export function DifferenceTable({ rows, chosen, onChoose, onTake }: DifferenceTableProps) {
  const { text, textOr } = useTexts();
  const mark = (row: Difference, isOn: boolean) => {
    const next = new Map(chosen);
    if (isOn) next.set(row.id, row);
    else next.delete(row.id);
    onChoose(next);
  };
  /** A status is a word of ours. */
  const shown = (field: string, value: string | null) =>
    value === null ? '–' : field === 'status' ? textOr(`customerStatus.${value}`, value) : value;
  const isAll = rows.every(({ id }) => chosen.has(id));
  const noteOf = useNote();
  return (
    <>
      <Checkbox
        label={text('difference.choosePage')}
        checked={isAll}
        onChange={() =>
          onChoose(new Map(isAll ? [] : [...chosen, ...rows.map((row) => [row.id, row] as const)]))
        }
      />
      <DataTable
        label={text('difference.title')}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'chosen',
            title: '',
            cell: (row) => (
              <Checkbox
                label=""
                aria-label={text('reconciliation.choose', { name: row.name })}
                checked={chosen.has(row.id)}
                onChange={({ currentTarget }) => mark(row, currentTarget.checked)}
              />
            ),
          },
          {
            key: 'name',
            title: text('difference.name'),
            cell: ({ name, noun, system }) => (
              <TwoLines
                first={name}
                second={`${text(`difference.noun.${noun}`)} · ${text(`comparedSystem.${system}`)}`}
              />
            ),
          },
          {
            key: 'field',
            title: text('difference.field'),
            cell: ({ kind, field }) =>
              kind === 'field' ? textOr(`differenceField.${field}`, field) : text(`differenceKind.${kind}`),
          },
          {
            key: 'here',
            title: text('difference.here'),
            wraps: true,
            cell: (row) => shown(row.field, row.here),
          },
          {
            key: 'there',
            title: text('difference.there'),
            wraps: true,
            cell: (row) => shown(row.field, row.there),
          },
          {
            key: 'since',
            title: text('reconciliation.since'),
            wraps: true,
            cell: (row) => (
              <TwoLines
                first={<TimeAgo instant={row.since} />}
                second={noteOf(row)}
                late={row.refusal !== null && !row.taking}
              />
            ),
          },
          {
            ...{ key: 'acts', title: '', acts: true },
            cell: (row) =>
              row.ignored || row.taking ? null : (
                <>
                  {row.sides.includes('there') && (
                    <IconButton
                      size={28}
                      name={text('difference.takeThere', { name: row.name })}
                      icon={mdiArrowLeftBold}
                      onClick={() => onTake(row, 'there')}
                    />
                  )}
                  {row.sides.includes('here') && (
                    <IconButton
                      size={28}
                      name={text('difference.takeHere', { name: row.name })}
                      icon={mdiArrowRightBold}
                      onClick={() => onTake(row, 'here')}
                    />
                  )}
                </>
              ),
          },
        ]}
      />
    </>
  );
}
