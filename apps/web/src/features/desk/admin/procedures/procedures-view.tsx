import type { Procedure } from '@atalaia/contract/desk/procedure';
import { mdiPlus } from '@mdi/js';
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
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../../ui/feedback/toasts.ts';
import { Question } from '../../../../ui/window/question.tsx';
import { procedureName } from '../../step-words.ts';
import list from '../desk-list.module.css';
import { archiveProcedure, listProcedures, proceduresKey } from './procedure-calls.ts';
import { OpenedProcedure } from './procedure-editor.tsx';
import { namedBySchema, namedByText, ProceduresTable } from './procedures-table.tsx';

interface ProceduresViewProps {
  /** Beside the queue a supervisor reads them; they are written among the settings of the desk. */
  readonly readOnly?: boolean;
}

/** The procedures of the desk, and beside them the one that is read or written (PROC-01, PROC-02). */
export function ProceduresView({ readOnly = false }: ProceduresViewProps) {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const context = useResourceFormContext();
  const mayWrite = useMayWrite({}) && context?.profile === 'admin' && !readOnly;
  /** 0: a new one. */
  const [opened, open] = useState<number | null>(null);
  const [archived, archive] = useState<Procedure | null>(null);
  const query = useQuery({
    queryKey: proceduresKey,
    queryFn: ({ signal }) => listProcedures(api, signal),
  });
  const show = (id: number | null) => leaveGuard.leave(() => open(id));
  return (
    <div className={list.screen} data-fills data-open={opened !== null || undefined}>
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
              <ProceduresTable rows={rows} onOpen={show} onArchive={mayWrite ? archive : undefined} />
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
      {archived && <ArchiveQuestion procedure={archived} onClose={() => archive(null)} />}
    </div>
  );
}

interface ArchiveQuestionProps {
  readonly procedure: Procedure;
  readonly onClose: () => void;
}

/** One that a rule or a call names is not archived: who names it is said. */
function ArchiveQuestion({ procedure, onClose }: ArchiveQuestionProps) {
  const { text, textOr } = useTexts();
  const queries = useQueryClient();
  const archive = useWrite({
    write: (api, id: number) => archiveProcedure(api, id),
    onError(error) {
      const naming = namedBySchema.safeParse(error instanceof ApiError ? error.details : undefined).data;
      const names = naming ? namedByText(naming, textOr) : '';
      toasts.show('failure', names === '' ? failureText(error, text) : text('procedure.inUse', { names }));
    },
    onSettled() {
      onClose();
      return queries.invalidateQueries({ queryKey: proceduresKey });
    },
  });
  return (
    <Question
      title={text('procedure.archive')}
      closeLabel={text('action.close')}
      cancelLabel={text('action.cancel')}
      actLabel={text('procedure.archive')}
      busy={archive.isPending}
      onAct={() => archive.mutate(procedure.id)}
      onClose={onClose}
    >
      {text('procedure.archiveOf', { name: procedureName(procedure, textOr) })}
    </Question>
  );
}
