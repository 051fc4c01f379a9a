import { mdiMapMarkerPath } from '@mdi/js';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Dialog } from '../../../ui/window/dialog.tsx';
import { showOnMap } from '../sinisters-view-store.ts';
import { useSinister } from '../use-sinister.ts';
import classes from './sinister-card.module.css';
import { SinisterSections } from './sinister-sections.tsx';

interface SinisterDialogProps {
  readonly sinisterId: number;
  readonly onClose: () => void;
}

/** A sinister where no tab lists them: all of it, and the way to see it on the map. */
export function SinisterDialog({ sinisterId, onClose }: SinisterDialogProps) {
  const { text } = useTexts();
  const { data, error, refetch } = useSinister(sinisterId);
  return (
    <Dialog
      opened
      width={560}
      title={data ? text('sinister.number', { number: data.number }) : text('panel.sinisterOpen')}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      {data && (
        <SinisterSections sinister={data}>
          {data.status === 'opened' && (
            <div className={classes.actions}>
              <Button
                icon={mdiMapMarkerPath}
                fullWidth
                onClick={() => {
                  showOnMap(sinisterId);
                  onClose();
                }}
              >
                {text('sinister.showOnMap')}
              </Button>
            </div>
          )}
        </SinisterSections>
      )}
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
