import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { statusText } from '../../../lib/texts/status-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { BusyOverlay } from '../../../ui/feedback/busy-overlay.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { Dialog } from '../../../ui/window/dialog.tsx';
import { removeRow } from '../api/save-row.ts';
import classes from './question.module.css';

interface RemoveDialogProps {
  readonly path: string;
  readonly id: number;
  /** What the row is called (LIST-03). */
  readonly name: string;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

/** Asks before a row goes. */
export function RemoveDialog({ path, id, name, onRemoved, onClose }: RemoveDialogProps) {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeRow(api, path, id),
    onSuccess() {
      toasts.show('success', text('saved.removed'));
      onRemoved();
    },
    onError(error) {
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
    <Dialog
      opened
      title={text('list.confirmRemoveTitle')}
      closeLabel={text('action.close')}
      onClose={() => !remove.isPending && onClose()}
    >
      <p>{text('list.confirmRemove', { name })}</p>
      {remove.error && (
        <p role="alert" className={classes.failure}>
          {failureText(remove.error, text)}
        </p>
      )}
      <div className={classes.buttons}>
        <Button first onClick={onClose} disabled={remove.isPending}>
          {text('action.cancel')}
        </Button>
        <Button kind="danger" onClick={() => remove.mutate()} disabled={remove.isPending}>
          {text('action.remove')}
        </Button>
      </div>
      {remove.isPending && <BusyOverlay label={text('list.removing')} />}
    </Dialog>
  );
}
