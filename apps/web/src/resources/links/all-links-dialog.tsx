import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Dialog } from '../../ui/window/dialog.tsx';
import { DialogFoot } from '../../ui/window/dialog-foot.tsx';
import type { LinkPlace } from './api/linkables-page.ts';
import { countAll, type LinkAllRequest, linkAll, type Progress } from './link-all.ts';

interface AllLinksDialogProps {
  readonly place: LinkPlace;
  readonly name: string;
  readonly request: LinkAllRequest;
  readonly onClose: () => void;
}

/** Asks before many links change, says how many, and how far it is. */
export function AllLinksDialog({ place, name, request, onClose }: AllLinksDialogProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const { run, progress, stop } = useAllLinks(place, onClose);
  const count = useQuery({
    queryKey: ['links-count', place, request],
    queryFn: ({ signal }) => countAll(api, place, request, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const error = run.error ?? count.error;
  const question = request.on ? 'permission.linkAllQuestion' : 'permission.unlinkAllQuestion';
  const counts = progress && {
    done: formats.count(progress.done),
    total: formats.count(progress.total),
  };

  return (
    <Dialog
      opened
      title={text(request.on ? 'permission.linkAll' : 'permission.unlinkAll')}
      closeLabel={text('action.close')}
      onClose={() => {
        stop();
        onClose();
      }}
    >
      {count.isPending && <Skeleton height={24} />}
      {count.data === 0 && <p>{text(request.on ? 'permission.allLinked' : 'permission.noneLinked')}</p>}
      {!!count.data && <p>{text(question, { count: count.data, name })}</p>}
      {progress && counts && (
        <ProgressBar
          label={text(request.on ? 'permission.linkAll' : 'permission.unlinkAll')}
          said={text('permission.progress', counts)}
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
              kind={request.on ? 'primary' : 'danger'}
              disabled={!count.data}
              onClick={() => run.mutate(request)}
            >
              {text(request.on ? 'permission.confirmLink' : 'permission.confirmUnlink')}
            </Button>
          </>
        )}
      </DialogFoot>
    </Dialog>
  );
}

/** Links, or takes the links away from, all that a search found, and tells how far it is. */
function useAllLinks(place: LinkPlace, onDone: () => void) {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const stopper = useRef(new AbortController());
  const run = useWrite({
    write: (api, request: LinkAllRequest) => {
      stopper.current = new AbortController();
      return linkAll(api, place, request, setProgress, stopper.current.signal);
    },
    onSuccess: onDone,
    // `links` of every kind: a group that is linked brings devices with it.
    onSettled: () => queries.invalidateQueries({ queryKey: ['links', place.owner, place.ownerId] }),
  });
  useEffect(() => () => stopper.current.abort(), []);
  return { run, progress, stop: () => stopper.current.abort() };
}
