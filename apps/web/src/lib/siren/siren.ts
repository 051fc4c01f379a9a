/** Sounds while an alarm waits that nobody has taken: by its severity, one sound at a time, and only where enabled (SHELL-08). */
import { createStore, type ReadableStore } from '../store/store.ts';
import type { SirenTone } from './siren-sound.ts';

/** What the siren sounds for. */
export interface SirenCall {
  /** The loudest alarm that nobody has taken. */
  readonly severity: SirenTone;
  /** Grows when one is raised, or sounds again: it sounds at once, between two repetitions too. */
  readonly raised: number;
}

/** From the end of one sound to the next, while nobody takes the alarm, ms. */
export const repeatMs: Readonly<Record<SirenTone, number>> = Object.freeze({
  critical: 4000,
  high: 15_000,
  medium: 60_000,
});

const rank: Readonly<Record<SirenTone, number>> = Object.freeze({ critical: 0, high: 1, medium: 2 });

export interface SirenParts {
  readonly enabled: ReadableStore<boolean>;
  /** Null while nothing requests it. */
  readonly call: ReadableStore<SirenCall | null>;
  /** Plays once; settles with whether it sounded. A browser refuses before the page's first click. */
  readonly play: (severity: SirenTone) => Promise<'heard' | 'refused'>;
}

export interface Siren {
  /** Sounds from now on; returns the way to end it. */
  start(): () => void;
  /** The last ring was refused by the browser. */
  readonly refused: ReadableStore<boolean>;
  /** The page was clicked: the next ring will sound. */
  unlock(): void;
}

export function createSiren({ enabled, call, play }: SirenParts): Siren {
  const refused = createStore(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSounding = false;
  let rung: SirenCall | null = null;

  function isNew(next: SirenCall): boolean {
    return !rung || next.raised > rung.raised || rank[next.severity] < rank[rung.severity];
  }

  /** What is requested may have changed: a new alarm sounds now, one that was taken no more. */
  function follow(): void {
    const next = call.get();
    if (!next || !enabled.get()) {
      clearTimeout(timer);
      timer = undefined;
      rung = null;
      return;
    }
    if (!isSounding && (timer === undefined || isNew(next))) void ring(next);
  }

  async function ring(now: SirenCall): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    isSounding = true;
    rung = now;
    try {
      refused.set((await play(now.severity)) === 'refused');
    } catch (error) {
      console.error('The siren cannot be played', error);
    } finally {
      isSounding = false;
    }
    const next = call.get();
    if (!next || !enabled.get()) return follow();
    if (isNew(next)) return void ring(next);
    timer = setTimeout(() => {
      timer = undefined;
      follow();
    }, repeatMs[next.severity]);
  }

  return {
    refused,
    start() {
      const stops = [call.subscribe(follow), enabled.subscribe(follow)];
      follow();
      return () => {
        for (const stop of stops) stop();
        clearTimeout(timer);
        timer = undefined;
        rung = null;
      };
    },
    unlock: () => refused.set(false),
  };
}
