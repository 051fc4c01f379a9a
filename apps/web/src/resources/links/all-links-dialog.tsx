import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ApiClient, ApiWriter } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { Refusal } from '../../ui/feedback/form-refusal.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ProgressBar } from '../../ui/feedback/spinner.tsx';
import { Dialog, DialogFoot } from '../../ui/window/dialog.tsx';
import { changeLinks, type LinkPlace, linkablesPage } from './link-calls.ts';

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
          status={text('permission.progress', counts)}
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

/** Links, or takes the links away from, all that a search found, and shows how far it is. */
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

/** Links the API takes at a time. */
const atATime = 1000;

export interface Progress {
  readonly done: number;
  readonly total: number;
}

interface LinkAllRequest {
  readonly keyword: string;
  readonly on: boolean;
}

/** How many a request is about: what is linked cannot be linked again, and what is inherited is not taken away. */
export async function countAll(
  api: ApiClient,
  place: LinkPlace,
  { keyword, on }: LinkAllRequest,
  signal: AbortSignal,
): Promise<number> {
  const standing = on ? 'free' : 'linked';
  return (await linkablesPage(api, place, { keyword, standing, limit: 1, offset: 0 }, signal)).total;
}

/**
 * Switches all links that a search finds, a thousand at a time. What was switched no longer counts among the others, so
 * that the first page always holds the next ones. When the signal ends it, what was done stays.
 */
export async function linkAll(
  api: ApiWriter,
  place: LinkPlace,
  { keyword, on }: LinkAllRequest,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  const standing = on ? 'free' : 'linked';
  let done = 0;
  for (;;) {
    const { rows, total } = await linkablesPage(api, place, { keyword, standing, limit: atATime, offset: 0 });
    onProgress({ done, total: done + total });
    if (rows.length === 0 || signal.aborted) return;
    await changeLinks(
      api,
      place,
      rows.map(({ id }) => id),
      on,
    );
    done += rows.length;
    if (total <= rows.length) return;
  }
}
