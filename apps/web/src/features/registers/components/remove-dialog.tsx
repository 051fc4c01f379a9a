import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { statusText } from '../../../lib/texts/status-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { BusyOverlay } from '../../../ui/feedback/busy-overlay.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { Question } from '../../../ui/window/question.tsx';
import { removeRow } from '../api/save-row.ts';
import type { Register } from '../register.ts';
import { isInUse } from '../removing/uses-in-words.ts';
import { RemoveRefusal } from './remove-refusal.tsx';

interface RemoveDialogProps {
  readonly path: string;
  readonly id: number;
  /** What the row is called (LIST-03). */
  readonly name: string;
  readonly losses: Register<never>['losses'];
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

/** Asks before a row goes. */
export function RemoveDialog({ path, id, name, losses, onRemoved, onClose }: RemoveDialogProps) {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const lost = useQuery({
    queryKey: ['losses', path, id],
    queryFn: ({ signal }) => losses?.(api, id, text, signal) ?? [],
    enabled: losses !== undefined,
    gcTime: 0,
  });
  const remove = useMutation({
    mutationFn: () => removeRow(api, path, id),
    onSuccess() {
      toasts.show('success', text('saved.removed'));
      onRemoved();
    },
    onError(error) {
      // the dialog says by what
      if (isInUse(error)) return;
      if (!(error instanceof ApiError) || error.code !== 'not-found')
        return toasts.show('failure', statusText(error, text));
      toasts.show('info', text('list.gone'));
      onRemoved();
    },
    // whoever holds all rows of a noun keeps them under its path, as the map its geofences
    onSettled: () =>
      Promise.all([['register'], [path]].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  return (
    <Question
      title={text('list.confirmRemoveTitle')}
      closeLabel={text('action.close')}
      cancelLabel={text('action.cancel')}
      actLabel={text('action.remove')}
      busy={remove.isPending}
      disabled={lost.isLoading}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{text('list.confirmRemove', { name })}</p>
      {lost.data?.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {lost.error && <RemoveRefusal error={lost.error} />}
      {remove.error && <RemoveRefusal error={remove.error} />}
      {remove.isPending && <BusyOverlay label={text('list.removing')} />}
    </Question>
  );
}
