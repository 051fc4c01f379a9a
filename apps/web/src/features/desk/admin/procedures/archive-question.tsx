import type { Procedure } from '@atalaia/contract/desk/procedure';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { useWrite } from '../../../../lib/api/use-write.ts';
import { failureText } from '../../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { toasts } from '../../../../ui/feedback/toasts.ts';
import { Question } from '../../../../ui/window/question.tsx';
import { procedureName } from '../../step-words.ts';
import { namedBySchema, namedByText } from './named-by.ts';
import { archiveProcedure, proceduresKey } from './procedure-calls.ts';

interface ArchiveQuestionProps {
  readonly procedure: Procedure;
  readonly onClose: () => void;
}

/** One that a rule or a call names is not archived: who names it is said. */
export function ArchiveQuestion({ procedure, onClose }: ArchiveQuestionProps) {
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
