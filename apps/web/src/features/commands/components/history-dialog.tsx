import { mdiHistory } from '@mdi/js';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Dialog } from '../../../ui/window/dialog.tsx';
import { useCommandHistory } from '../use-command-history.ts';
import classes from './history.module.css';
import { HistoryItem } from './history-item.tsx';

interface HistoryDialogProps {
  readonly device: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
}

/** Every command of a device: what became of it, who sent it and what the tracker answered, live (CMD-05). */
export function HistoryDialog({ device, onClose }: HistoryDialogProps) {
  const { text } = useTexts();
  const { commands, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useCommandHistory(
    device.id,
  );
  return (
    <Dialog
      opened
      width={560}
      title={text('command.historyOf', { name: device.name })}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      {!commands && !error && <Skeleton height={220} />}
      {!commands && error && (
        <FailedState
          title={text('command.historyFailed')}
          reason={failureText(error, text)}
          retryLabel={text('error.retry')}
          onRetry={() => void refetch()}
        />
      )}
      {commands?.length === 0 && <EmptyState icon={mdiHistory} hint={text('command.historyEmpty')} />}
      {commands && commands.length > 0 && (
        <ol className={classes.list} aria-label={text('command.history')}>
          {commands.map((command) => (
            <HistoryItem key={command.id} command={command} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button fullWidth busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text('command.older')}
        </Button>
      )}
    </Dialog>
  );
}
