import { type Procedure, procedureSchema } from '@atalaia/contract/desk/procedure';
import { mdiArchiveOutline, mdiBookOpenOutline, mdiPencilOutline } from '@mdi/js';
import type { TextsState } from '../../../../lib/texts/texts.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { procedureName, ruleName } from '../../step-words.ts';
import list from '../desk-list.module.css';

/** Also in the refusal of the person who archives one that is named. */
export const namedBySchema = procedureSchema.pick({ rules: true, callReasons: true });

/** Who names it: rules, and reasons of calls; what ships is in the person's language while it keeps its name. */
export const namedByText = (
  { rules, callReasons }: Pick<Procedure, 'rules' | 'callReasons'>,
  textOr: TextsState['textOr'],
): string =>
  [
    ...rules.map((rule) => ruleName(rule, textOr)),
    ...callReasons.map((reason) => textOr(`callReason.${reason}`, reason)),
  ].join(', ');

interface ProceduresTableProps {
  readonly rows: readonly Procedure[];
  readonly onOpen: (id: number) => void;
  /** Left out where one only reads. */
  readonly onArchive: ((row: Procedure) => void) | undefined;
}

/** What each is for, which version is published, and who names it. */
export function ProceduresTable({ rows, onOpen, onArchive }: ProceduresTableProps) {
  const { text, textOr } = useTexts();
  return (
    <DataTable
      label={text('desk.procedures')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { key: 'name', title: text('procedure.name'), cell: (row) => procedureName(row, textOr) },
        {
          key: 'use',
          title: text('procedure.use'),
          muted: true,
          cell: ({ use }) => text(`procedureUse.${use}`),
        },
        {
          key: 'state',
          title: text('procedure.state'),
          wraps: true,
          cell: (row) => <State row={row} />,
        },
        {
          key: 'used',
          title: text('procedure.usedBy'),
          muted: true,
          wraps: true,
          cell: (row) => namedByText(row, textOr) || text('procedure.unused'),
        },
        {
          key: 'acts',
          title: '',
          acts: true,
          cell: (row) => (
            <span className={list.acts}>
              <IconButton
                size={28}
                name={text(onArchive ? 'desk.editOf' : 'procedure.readOf', {
                  name: procedureName(row, textOr),
                })}
                icon={onArchive ? mdiPencilOutline : mdiBookOpenOutline}
                onClick={() => onOpen(row.id)}
              />
              {onArchive && (
                <IconButton
                  size={28}
                  name={`${text('procedure.archive')}: ${procedureName(row, textOr)}`}
                  icon={mdiArchiveOutline}
                  onClick={() => onArchive(row)}
                />
              )}
            </span>
          ),
        },
      ]}
    />
  );
}

function State({ row: { publishedVersion, latestVersion } }: { readonly row: Procedure }) {
  const { text } = useTexts();
  if (publishedVersion === 0) return text('procedure.draft');
  if (publishedVersion === latestVersion) return text('procedure.published', { number: publishedVersion });
  return text('procedure.publishedWithDraft', { number: publishedVersion, draft: latestVersion });
}
