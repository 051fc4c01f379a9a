import type { AuditLine } from '@atalaia/contract/accounts/audit-line';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { GridColumn } from '../../ui/table/grid-table.tsx';
import { actionLabel, actorOf, detailLabels, nounLabel, objectExists, objectName } from './audit-details.ts';
import classes from './audit-view.module.css';

/** A line of the trail under its columns. `opener`: the way to a thing of it. */
export function useAuditColumns(opener: (line: AuditLine) => (() => void) | undefined) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const labels = { text, textOr, formats };
  const columns: readonly GridColumn<AuditLine>[] = [
    { key: 'time', title: text('audit.time'), width: 172, cell: ({ at }: AuditLine) => formats.dateTime(at) },
    {
      key: 'who',
      title: text('audit.user'),
      names: true,
      width: 150,
      cell: (line: AuditLine) => actorOf(line, labels),
    },
    {
      key: 'action',
      title: text('audit.action'),
      width: 140,
      cell: (line: AuditLine) => actionLabel(line, labels),
    },
    {
      key: 'object',
      title: text('audit.object'),
      cell: (line: AuditLine) => (
        <ObjectCell
          noun={nounLabel(line, labels)}
          name={objectName(line, labels)}
          isRemoved={!objectExists(line) && line.details.name !== undefined}
          onOpen={opener(line)}
        />
      ),
    },
    {
      key: 'details',
      title: text('audit.details'),
      muted: true,
      cell: (line: AuditLine) => {
        const label = detailLabels(line, labels).join(' · ');
        return label === '' ? text('value.missing') : <span title={label}>{label}</span>;
      },
    },
    {
      key: 'address',
      title: text('audit.address'),
      muted: true,
      width: 118,
      cell: ({ address }: AuditLine) => address ?? text('value.missing'),
    },
  ];
  return columns;
}

interface ObjectCellProps {
  readonly noun: string;
  readonly name: string | undefined;
  readonly isRemoved: boolean;
  readonly onOpen: (() => void) | undefined;
}

function ObjectCell({ noun, name, isRemoved, onOpen }: ObjectCellProps) {
  const { text } = useTexts();
  if (name === undefined) return noun;
  return (
    <span className={classes.object}>
      <span className={classes.noun}>{noun} </span>
      {onOpen ? (
        <button type="button" className={classes.link} title={text('audit.open', { name })} onClick={onOpen}>
          {name}
        </button>
      ) : (
        <span title={isRemoved ? text('audit.removed') : name} data-gone={isRemoved || undefined}>
          {name}
        </span>
      )}
    </span>
  );
}
