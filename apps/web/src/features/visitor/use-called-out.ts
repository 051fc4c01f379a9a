import { type CalledOut, type CallOutAnswer, calledOutSchema } from '@atalaia/contract/sinisters/call-out';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { browserStorage } from '../../lib/storage/browser-storage.ts';
import { type KeptAnswer, keptAnswer, readKept, withoutKept, writeKept } from './kept-answers.ts';

/** How often the page asks where the vehicle is, and sends what waits again, ms. */
const pollMs = 10_000;
/** A photo over a slow line, ms. */
const sendMs = 60_000;

const storage = browserStorage(() => window.localStorage);

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
  const [kept, setKept] = useState<readonly KeptAnswer[]>(() => readKept(storage, token));
  const [refusal, setRefusal] = useState<unknown>(null);
  const [declined, setDeclined] = useState(false);
  const [isSending, setSending] = useState(false);
  const waiting = useRef(kept);
  const sending = useRef(false);

  const keep = useCallback(
    (answers: readonly KeptAnswer[]) => {
      waiting.current = answers;
      writeKept(storage, token, answers);
      setKept(answers);
    },
    [token],
  );

  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.json({ path, anonymous: true, signal }, calledOutSchema),
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) => (declined || isEnded(state.error) ? false : pollMs),
  });

  /** One after another, in the order in which they were given; the first that does not go through stays. */
  const sendKept = useCallback(async () => {
    if (sending.current) return;
    sending.current = true;
    setSending(true);
    try {
      for (let next = waiting.current[0]; next; next = waiting.current[0]) {
        const { givenAt: _, ...answer } = next;
        try {
          const request = { path: `${path}/answers`, anonymous: true, timeoutMs: sendMs } as const;
          const after = api.writer().json({ ...request, method: 'POST', json: answer }, calledOutSchema);
          if (answer.answer === 'declined') {
            // the link is over with it, so that its answer says no more
            await after.catch((error: unknown) => {
              if (!isEnded(error)) throw error;
            });
            setDeclined(true);
          } else {
            queries.setQueryData<CalledOut>(['called-out', token], await after);
          }
          setRefusal(null);
        } catch (error) {
          if (mayGoThrough(error)) return;
          console.error('The answer was refused', error);
          setRefusal(error);
          if (isEnded(error)) void queries.invalidateQueries({ queryKey: ['called-out', token] });
        }
        keep(withoutKept(waiting.current, next.key));
      }
    } finally {
      sending.current = false;
      setSending(false);
    }
  }, [api, queries, path, token, keep]);

  useEffect(() => {
    const again = () => void sendKept();
    again();
    const timer = setInterval(again, pollMs);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [sendKept]);

  return {
    query,
    kept,
    refusal,
    declined,
    isSending,
    answer(given: CallOutAnswer) {
      setRefusal(null);
      keep([...waiting.current, keptAnswer(given, new Date())]);
      void sendKept();
    },
    sendNow: () => void sendKept(),
    discard: (key: string) => keep(withoutKept(waiting.current, key)),
  };
}
