import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Dialog } from '../../../ui/window/dialog.tsx';
import { getSinister } from '../api/get-sinister.ts';
import { SinisterFacts } from './sinister-facts.tsx';

interface SinisterDialogProps {
  readonly sinisterId: number;
  readonly onClose: () => void;
}

/** What is essential of one case, where no tab lists them. */
export function SinisterDialog({ sinisterId, onClose }: SinisterDialogProps) {
  const { text } = useTexts();
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['sinister', sinisterId],
    queryFn: ({ signal }) => getSinister(api, sinisterId, signal),
    retry: false,
  });
  return (
    <Dialog
      opened
      title={data ? text('sinister.number', { number: data.number }) : text('panel.sinisterOpen')}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      {data && <SinisterFacts sinister={data} />}
      {!data && !error && <Skeleton height={180} />}
      {!data && error && (
        <FailedState
          title={text('sinister.loadFailed')}
          reason={failureText(error, text)}
          retryLabel={text('error.retry')}
          onRetry={() => void refetch()}
        />
      )}
    </Dialog>
  );
}
