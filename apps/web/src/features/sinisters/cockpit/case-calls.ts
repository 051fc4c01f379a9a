/** What the screen of a theft asks the server, and how what is shown stays true. */
import { type Cockpit, cockpitSchema } from '@atalaia/contract/sinisters/cockpit';
import { type FirstHour, firstHourSchema, type NotedStep } from '@atalaia/contract/sinisters/first-hour';
import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { useLiveSinisters } from '../use-open-sinisters.ts';

/** What no message of the live channel tells, as a call-out that was seen, is at most as old as this, ms. */
const refreshMs = 30_000;

export function useCockpit(sinisterId: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['cockpit', sinisterId],
    queryFn: ({ signal }) => api.json({ path: `sinisters/${sinisterId}/cockpit`, signal }, cockpitSchema),
    refetchInterval: refreshMs,
    retry: false,
  });
}

export function useFirstHour(sinisterId: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['first-hour', sinisterId],
    queryFn: ({ signal }) =>
      api.json({ path: `sinisters/${sinisterId}/first-hour`, signal }, firstHourSchema),
    refetchInterval: refreshMs,
    retry: false,
  });
}

interface StepChange {
  readonly step: NotedStep;
  /** Null takes it back; with a number or without one it is noted as done now. */
  readonly done: { readonly reference?: string } | null;
}

/** Notes a step of the first hour, or takes it back. */
export function useStepChange(sinisterId: number) {
  const queries = useQueryClient();
  const { text } = useTexts();
  return useWrite({
    write: (api, { step, done }: StepChange) => {
      const path = `sinisters/${sinisterId}/first-hour/${step}`;
      return done
        ? api.json({ method: 'PUT', path, json: done }, firstHourSchema)
        : api.json({ method: 'DELETE', path }, firstHourSchema);
    },
    onSuccess: (hour) => queries.setQueryData<FirstHour>(['first-hour', sinisterId], hour),
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });
}

const kinds = ['cockpit', 'first-hour', 'call-outs', 'police-links'] as const;
/** News come in bunches: what is shown is asked for once for all of a moment, ms. */
const gatherMs = 250;

/** Asks again for what is shown whenever the live channel tells of the case, its vehicle's events, or its blocks. */
export function useCaseNews({ id, deviceId }: Pick<Sinister, 'id' | 'deviceId'>): void {
  useLiveSinisters();
  const { feed, connection } = useLive();
  const queries = useQueryClient();
  const isOpen = useStore(connection, (now) => now === 'open');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reload = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const kind of kinds) void queries.invalidateQueries({ queryKey: [kind, id] });
      }, gatherMs);
    };
    const stops = [
      feed.onSinisters((sinisters) => sinisters.some((one) => one.id === id) && reload()),
      feed.onEvents((events) => events.some((one) => one.deviceId === deviceId) && reload()),
      feed.onBlocks((blocks) => blocks.some((one) => one.deviceId === deviceId) && reload()),
    ];
    if (isOpen) reload();
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [feed, queries, id, deviceId, isOpen]);
}

const nobody: Cockpit['watchers'] = [];

/** Who has it on his screen says so as often, ms. */
const watchEveryMs = 15_000;

/** What the server answered, over what was shown then. */
interface Told {
  readonly watchers: Cockpit['watchers'];
  readonly over: Cockpit['watchers'];
}

/** Says that the person looks at the case for as long as he does; gives who looks. */
export function useWatchers(sinisterId: number, shown: Cockpit['watchers'] = nobody): Cockpit['watchers'] {
  const api = useApi();
  const [told, tell] = useState<Told>();
  const newest = useRef(shown);
  newest.current = shown;
  useEffect(() => {
    const path = `sinisters/${sinisterId}/watching`;
    const look = () =>
      api
        .writer()
        .json({ method: 'PUT', path }, cockpitSchema.shape.watchers)
        .then(
          (watchers) => tell({ watchers, over: newest.current }),
          (error: unknown) => {
            if (!(error instanceof ApiError)) throw error;
            console.warn('Nobody is told that the case is looked at', error);
          },
        );
    void look();
    const timer = setInterval(() => void look(), watchEveryMs);
    return () => {
      clearInterval(timer);
      api
        .writer()
        .send({ method: 'DELETE', path, outlivesPage: true })
        .catch((error: unknown) => console.warn('Nobody is told that the case was left', error));
    };
  }, [api, sinisterId]);
  // what the live channel brought since is newer
  return told && told.over === shown ? told.watchers : shown;
}
