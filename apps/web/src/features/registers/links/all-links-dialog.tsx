import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Dialog } from '../../../ui/window/dialog.tsx';
import { DialogFoot } from '../../../ui/window/dialog-foot.tsx';
import type { LinkPlace } from './api/linkables-page.ts';
import { type AllWish, countAll } from './link-all.ts';
import { useAllLinks } from './use-all-links.ts';

interface AllLinksDialogProps {
  readonly place: LinkPlace;
  readonly name: string;
  readonly wish: AllWish;
  readonly onClose: () => void;
}

/** Asks before many links change, says how many, and how far it is. */
export function AllLinksDialog({ place, name, wish, onClose }: AllLinksDialogProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const { run, progress, stop } = useAllLinks(place, onClose);
  const count = useQuery({
    queryKey: ['links-count', place, wish],
    queryFn: ({ signal }) => countAll(api, place, wish, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const error = run.error ?? count.error;
  const question = wish.on ? 'permission.linkAllQuestion' : 'permission.unlinkAllQuestion';
  const said = progress && {
    done: formats.count(progress.done),
    total: formats.count(progress.total),
  };

  return (
    <Dialog
      opened
      title={text(wish.on ? 'permission.linkAll' : 'permission.unlinkAll')}
      closeLabel={text('action.close')}
      onClose={() => {
        stop();
        onClose();
      }}
    >
      {count.isPending && <Skeleton height={24} />}
      {count.data === 0 && <p>{text(wish.on ? 'permission.allLinked' : 'permission.noneLinked')}</p>}
      {!!count.data && <p>{text(question, { count: count.data, name })}</p>}
      {progress && said && (
        <ProgressBar
          label={text(wish.on ? 'permission.linkAll' : 'permission.unlinkAll')}
          said={text('permission.progress', said)}
          done={progress.done}
          total={progress.total}
        />
      )}
      {error && <Refusal>{failureText(error, text)}</Refusal>}
      <DialogFoot>
        {run.isPending ? (
          <Button onClick={stop}>{text('permission.stop')}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{text('action.cancel')}</Button>
            <Button
              kind={wish.on ? 'primary' : 'danger'}
              disabled={!count.data}
              onClick={() => run.mutate(wish)}
            >
              {text(wish.on ? 'permission.confirmLink' : 'permission.confirmUnlink')}
            </Button>
          </>
        )}
      </DialogFoot>
    </Dialog>
  );
}
