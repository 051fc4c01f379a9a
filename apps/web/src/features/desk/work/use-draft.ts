import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { saveDraft } from '../desk-calls.ts';

/** A pause in typing this long saves what is typed, ms. */
const pauseMs = 800;

/**
 * What is being written, kept on the server: a reload, a cut line or the next holder finds it again (DESK-05). The text
 * of the server is taken only until the person types.
 */
export function useDraft(alarmId: number, stored: string | undefined, maySave: boolean) {
  const api = useApi();
  const [typed, setTyped] = useState<string>();
  const waiting = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = useCallback(
    (outlivesPage: boolean) => {
      clearTimeout(timer.current);
      const text = waiting.current;
      if (text === undefined) return;
      waiting.current = undefined;
      saveDraft(api.writer(), alarmId, text, outlivesPage).catch((error: unknown) => {
        console.warn('What is typed could not be kept on the server', error);
        // Only what was not heard is tried again: an alarm that is no longer his keeps what was kept.
        if (outlivesPage || !(error instanceof ApiError) || !error.isUnheard) return;
        waiting.current ??= text;
        timer.current = setTimeout(() => save(false), 5 * pauseMs);
      });
    },
    [api, alarmId],
  );

  useEffect(() => {
    const leave = () => save(true);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      save(true);
    };
  }, [save]);

  return {
    text: typed ?? stored ?? '',
    type(text: string) {
      setTyped(text);
      if (!maySave) return;
      waiting.current = text;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => save(false), pauseMs);
    },
    /** It is being sent: nothing more is kept meanwhile. */
    rest() {
      clearTimeout(timer.current);
      waiting.current = undefined;
    },
    /** It was sent: nothing is left to keep. */
    drop() {
      clearTimeout(timer.current);
      waiting.current = undefined;
      setTyped('');
    },
  };
}
