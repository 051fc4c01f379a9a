import { type CalledOut, type CallOutAnswer, calledOutSchema } from '@atalaia/contract/sinisters/call-out';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { browserStorage } from '../../lib/storage/browser-storage.ts';
import { addKept, dropKept, type KeptAnswer, keptAnswer, readKept, withoutKept } from './kept-answers.ts';

/** How often the page asks where the vehicle is, and sends what waits again, ms. */
const pollMs = 10_000;
/** A photo over a slow line, ms. */
const sendMs = 60_000;

const storage = browserStorage(() => window.localStorage);

/** 404: there is no such link any more, perhaps another in its place; 410: the call-out is over. */
export function isEnded(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}

/** Whether the same answer may go through another time. */
function mayGoThrough(error: unknown): boolean {
  return error instanceof ApiError && (error.isUnheard || error.status === 429 || error.status >= 500);
}

/** A call-out as who was called sees it, asked for again and again, and his answers on their way. */
export function useCalledOut(token: string) {
  const api = useApi();
  const queries = useQueryClient();
  const path = `call-outs/${encodeURIComponent(token)}`;
  const queryKey = ['called-out', token];
  const [kept, setKept] = useState<readonly KeptAnswer[]>([]);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [declined, setDeclined] = useState(false);
  const [isSending, setSending] = useState(false);
  const [refusedEnd, setEnd] = useState<unknown>(null);
  const waiting = useRef(kept);
  const sending = useRef(false);

  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.json({ path, anonymous: true, signal }, calledOutSchema),
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) => (declined || refusedEnd || isEnded(state.error) ? false : pollMs),
  });
  const callOutId = query.data?.id;
  /** Why nothing is shown or sent by this link any more; what is kept stays for another one. */
  const end = isEnded(query.error) ? query.error : refusedEnd;

  const show = useCallback((answers: readonly KeptAnswer[]) => {
    waiting.current = answers;
    setKept(answers);
  }, []);
  const drop = useCallback(
    (key: string) => {
      if (callOutId !== undefined) dropKept(storage, callOutId, key);
      show(withoutKept(waiting.current, key));
    },
    [callOutId, show],
  );

  // also those that were given by another link of the call-out
  useEffect(() => {
    if (callOutId !== undefined) show(readKept(storage, callOutId));
  }, [callOutId, show]);

  /** One after another, in the order in which they were given; the first that does not go through stays. */
  const sendKept = useCallback(async () => {
    if (sending.current) return;
    sending.current = true;
    setSending(true);
    try {
      for (let next = waiting.current[0]; next; next = waiting.current[0]) {
        try {
          const request = { path: `${path}/answers`, anonymous: true, timeoutMs: sendMs } as const;
          const after = api.writer().json({ ...request, method: 'POST', json: next }, calledOutSchema);
          if (next.answer === 'declined') {
            // the call-out is over with it, so that its answer says no more
            await after.catch((error: unknown) => {
              if (!(error instanceof ApiError && error.status === 410)) throw error;
            });
            setDeclined(true);
          } else {
            queries.setQueryData<CalledOut>(['called-out', token], await after);
          }
          setRefusal(null);
        } catch (error) {
          if (mayGoThrough(error)) return;
          if (isEnded(error)) return setEnd(error);
          console.error('The answer was refused', error);
          setRefusal(error);
        }
        drop(next.key);
      }
    } finally {
      sending.current = false;
      setSending(false);
    }
  }, [api, queries, path, token, drop]);

  useEffect(() => {
    if (end) return;
    const again = () => void sendKept();
    again();
    const timer = setInterval(again, pollMs);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [sendKept, end]);

  return {
    query,
    end,
    kept,
    refusal,
    declined,
    isSending,
    answer(given: CallOutAnswer) {
      setRefusal(null);
      const answer = keptAnswer(given, new Date());
      if (callOutId !== undefined) addKept(storage, callOutId, answer);
      show([...waiting.current, answer]);
      void sendKept();
    },
    sendNow: () => void sendKept(),
    discard: drop,
  };
}
