/** Sounds when an alarm is raised: one at a time, and only where sound is wanted (SHELL-08). */
import { createStore, type ReadableStore } from '../../../lib/store/store.ts';
import type { Live } from '../../../live/live.ts';
import type { Unsubscribe } from '../../../live/live-feed.ts';

export interface SirenParts {
  readonly wanted: ReadableStore<boolean>;
  /** Plays once; settles with whether it was heard. A browser refuses before the page's first click. */
  readonly play: () => Promise<'heard' | 'refused'>;
}

export interface Siren {
  /** An alarm was raised. Stays silent while it sounds already. */
  ring(): Promise<void>;
  /** The last ring was refused by the browser. */
  readonly refused: ReadableStore<boolean>;
  /** The page was clicked: the next ring will be heard. */
  unlock(): void;
}

export function createSiren({ wanted, play }: SirenParts): Siren {
  const refused = createStore(false);
  let sounding = false;
  return {
    refused,
    unlock: () => refused.set(false),
    async ring() {
      if (sounding || !wanted.get()) return;
      sounding = true;
      try {
        refused.set((await play()) === 'refused');
      } finally {
        sounding = false;
      }
    },
  };
}

/** For every alarm that is raised, and for nothing else; those that waited when the person came are seen and not heard. */
export function ringForAlarms({ alarms }: Pick<Live, 'alarms' | 'events'>, siren: Siren): Unsubscribe {
  return alarms.onAdded(() => void siren.ring());
}
