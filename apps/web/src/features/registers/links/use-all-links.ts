import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import type { LinkPlace } from './api/linkables-page.ts';
import { type AllWish, linkAll, type Progress } from './link-all.ts';

/** Links, or takes the links away from, all that a search found, and tells how far it is. */
export function useAllLinks(place: LinkPlace, onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const stopper = useRef(new AbortController());
  const run = useMutation({
    mutationFn: (wish: AllWish) => {
      stopper.current = new AbortController();
      return linkAll(api, place, wish, setProgress, stopper.current.signal);
    },
    onSuccess: onDone,
    // `links` of every kind: a group that is linked brings devices with it.
    onSettled: () => queries.invalidateQueries({ queryKey: ['links', place.owner, place.ownerId] }),
  });
  useEffect(() => () => stopper.current.abort(), []);
  return { run, progress, stop: () => stopper.current.abort() };
}
