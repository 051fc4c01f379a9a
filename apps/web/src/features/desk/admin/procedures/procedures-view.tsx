import type { Procedure } from '@atalaia/contract/desk/procedure';
import { mdiArchiveOutline, mdiPencilOutline, mdiPlus } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../../lib/api/api-context.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { useWrite } from '../../../../lib/api/use-write.ts';
import { leaveGuard } from '../../../../lib/leaving/leave-guard.ts';
import { failureMessage, failureText } from '../../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { useResourceFormContext } from '../../../../resources/form/use-resource-form-context.ts';
import { useMayWrite } from '../../../../resources/use-may-write.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../../ui/feedback/toasts.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { Question } from '../../../../ui/window/question.tsx';
import { procedureName } from '../../step-words.ts';
import list from '../desk-list.module.css';
import { archiveProcedure, listProcedures, proceduresKey } from './procedure-calls.ts';
import { OpenedProcedure } from './procedure-editor.tsx';

/** The procedures of the desk, and beside them the one that is read or written (PROC-01, PROC-02). */
export function ProceduresView() {
  const { text, textOr } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const context = useResourceFormContext();
  const mayWrite = useMayWrite({}) && context?.profile === 'admin';
  /** 0: a new one. */
  const [opened, open] = useState<number | null>(null);
  const [leaving, leave] = useState<Procedure | null>(null);
  const query = useQuery({
    queryKey: proceduresKey,
    queryFn: ({ signal }) => listProcedures(api, signal),
  });
  const archive = useWrite({
    write: (writer, id: number) => archiveProcedure(writer, id),
    onSuccess: () => leave(null),
    onError: (error) => {
      const { rules, callReasons } = (error instanceof ApiError && error.details) || {};
      const names = [
        ...(Array.isArray(rules) ? rules.map(String) : []),
        ...(Array.isArray(callReasons)
          ? callReasons.map((reason) => textOr(`callReason.${reason}`, String(reason)))
          : []),
      ];
      toasts.show(
        'failure',
        names.length > 0 ? text('procedure.inUse', { names: names.join(', ') }) : failureText(error, text),
      );
      leave(null);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: proceduresKey }),
  });
  const show = (id: number | null) => leaveGuard.leave(() => open(id));
  const usedBy = ({ rules, callReasons }: Procedure) =>
    [...rules, ...callReasons.map((reason) => textOr(`callReason.${reason}`, reason))].join(', ');
  return (
    <div className={list.screen} data-open={opened !== null || undefined}>
      <div className={list.list}>
        <div className={list.bar}>
          <p className={list.hint}>{text('procedure.hint')}</p>
          {mayWrite && (
            <Button kind="primary" icon={mdiPlus} onClick={() => show(0)}>
              {text('action.add')}
            </Button>
          )}
        </div>
        <QueryView
          query={query}
          failure={(error) => failureMessage(error, text)}
          waiting={<Skeleton height={240} />}
        >
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon={mdiPlus} hint={text('desk.nothingYet')} />
            ) : (
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
                    cell: (row) => usedBy(row) || text('procedure.unused'),
                  },
                  {
                    key: 'acts',
                    title: '',
                    acts: true,
                    cell: (row) => (
                      <span className={list.acts}>
                        <IconButton
                          size={28}
                          name={text('desk.editOf', { name: procedureName(row, textOr) })}
                          icon={mdiPencilOutline}
                          onClick={() => show(row.id)}
                        />
                        {mayWrite && (
                          <IconButton
                            size={28}
                            name={`${text('procedure.archive')}: ${procedureName(row, textOr)}`}
                            icon={mdiArchiveOutline}
                            onClick={() => leave(row)}
                          />
                        )}
                      </span>
                    ),
                  },
                ]}
              />
            )
          }
        </QueryView>
      </div>
      {opened !== null && (
        <div className={list.pane} data-wide>
          <OpenedProcedure
            key={opened}
            id={opened}
            readOnly={!mayWrite}
            onSaved={(id) => {
              void queries.invalidateQueries({ queryKey: proceduresKey });
              open(id);
            }}
            onClose={() => show(null)}
          />
        </div>
      )}
      {leaving && (
        <Question
          title={text('procedure.archive')}
          closeLabel={text('action.close')}
          cancelLabel={text('action.cancel')}
          actLabel={text('procedure.archive')}
          busy={archive.isPending}
          onAct={() => archive.mutate(leaving.id)}
          onClose={() => leave(null)}
        >
          {text('procedure.archiveOf', { name: procedureName(leaving, textOr) })}
        </Question>
      )}
    </div>
  );
}

function State({ row: { publishedVersion, latestVersion } }: { readonly row: Procedure }) {
  const { text } = useTexts();
  if (publishedVersion === 0) return text('procedure.draft');
  if (publishedVersion === latestVersion) return text('procedure.published', { number: publishedVersion });
  return text('procedure.publishedWithDraft', { number: publishedVersion, draft: latestVersion });
}
