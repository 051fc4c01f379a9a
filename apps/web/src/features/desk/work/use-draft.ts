import { useEffect, useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useKept } from '../../../lib/leaving/use-kept.ts';
import { useUserId } from '../../../lib/session/session-context.ts';
import { createStore, type ReadableStore } from '../../../lib/store/store.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { saveDraft } from '../desk-calls.ts';

/** A pause in typing this long saves what is typed, ms. */
const pauseMs = 800;
/** What was not heard is sent again after so long, ms. */
const againMs = 5 * pauseMs;

interface Unsaved {
  readonly text: string;
  /** The last try was not heard. */
  readonly hasFailed: boolean;
  readonly send: (text: string, outlivesPage: boolean) => Promise<void>;
  /** The server takes it no more: the alarm is another's, or closed. */
  readonly refused: (text: string) => void;
}

/**
 * Half-written texts until the server has them: one outlives the panel that it was typed in, and is sent again while the line
 * is cut. One save is under way at a time, so that no older text arrives after a newer one.
 */
export function createUnsavedDrafts() {
  const unsaved = createStore<ReadonlyMap<string, Unsaved>>(new Map());
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const underWay = new Set<string>();

  function set(key: string, draft: Unsaved | undefined): void {
    const next = new Map(unsaved.get());
    if (draft) next.set(key, draft);
    else next.delete(key);
    unsaved.set(next);
  }
  function later(key: string, ms: number): void {
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => void save(key), ms),
    );
  }
  async function save(key: string, outlivesPage = false, isPageGoing = false): Promise<void> {
    const draft = unsaved.get().get(key);
    // of a page that goes there is no later
    if (!draft || (underWay.has(key) && !isPageGoing)) return;
    clearTimeout(timers.get(key));
    underWay.add(key);
    let isUnheard = false;
    try {
      await draft.send(draft.text, outlivesPage);
    } catch (error) {
      console.warn('What is typed could not be kept on the server', error);
      isUnheard = error instanceof ApiError && error.isUnheard;
      if (!isUnheard && unsaved.get().get(key)?.text === draft.text) draft.refused(draft.text);
    }
    underWay.delete(key);
    const now = unsaved.get().get(key);
    if (!now) return;
    if (isUnheard) {
      set(key, { ...now, hasFailed: true });
      later(key, againMs);
    } else if (now.text === draft.text) set(key, undefined);
    else void save(key);
  }

  return {
    unsaved: unsaved as ReadableStore<ReadonlyMap<string, Unsaved>>,
    type(key: string, draft: Omit<Unsaved, 'hasFailed'>): void {
      set(key, { ...draft, hasFailed: unsaved.get().get(key)?.hasFailed ?? false });
      later(key, pauseMs);
    },
    /** At once, or as soon as the save under way is done; before a page goes at once in any case. */
    saveNow: (key: string, isPageGoing: boolean) => void save(key, true, isPageGoing),
    drop(key: string): void {
      clearTimeout(timers.get(key));
      set(key, undefined);
    },
  };
}

const drafts = createUnsavedDrafts();

/** What a note that is not saved is kept by, for an alarm that is not one's own. */
export const noteDraft = (alarmId: number) => `note ${alarmId}`;

/**
 * What is being written, kept on the server: a reload, a cut line or the next holder finds it again (DESK-05). The text
 * of the server is taken only until the person types. A note written before it was his goes on in it.
 */
export function useDraft(alarmId: number, stored: string | undefined) {
  const api = useApi();
  const key = `${useUserId()} ${alarmId}`;
  const [note, keepNote] = useKept<string>(noteDraft(alarmId));
  const unsaved = useStore(drafts.unsaved, (all) => all.get(key));
  const [typed, setTyped] = useState(unsaved?.text);

  const type = (text: string) => {
    setTyped(text);
    drafts.type(key, {
      text,
      send: (newest, outlivesPage) => saveDraft(api.writer(), alarmId, newest, outlivesPage),
      refused: (lost) => keepNote(lost),
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is taken once, when the alarm has become his
  useEffect(() => {
    if (note === undefined) return;
    keepNote(undefined);
    if (note.trim() !== '') type([typed ?? stored, note].filter(Boolean).join('\n'));
  }, []);

  useEffect(() => {
    const leave = () => drafts.saveNow(key, true);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      drafts.saveNow(key, false);
    };
  }, [key]);

  return {
    text: typed ?? stored ?? '',
    type,
    /** The server was not reached with it yet. */
    isUnsaved: unsaved?.hasFailed === true,
    /** It is being sent: nothing more is kept meanwhile. */
    rest: () => drafts.drop(key),
    /** It was sent: nothing is left to keep. */
    drop() {
      drafts.drop(key);
      setTyped('');
    },
  };
}
