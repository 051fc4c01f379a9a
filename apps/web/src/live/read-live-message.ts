import type { LiveMessage } from '@atalaia/contract/live-message';
import { showable } from './live-entries.ts';

/**
 * A text of the socket as a message. What is no object of lists is written to the console and left out, and so is each
 * entry that nothing could show; the others of its message are taken (WS-01).
 */
export function readLiveMessage(text: string): LiveMessage | undefined {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message === 'object' && message !== null && Object.values(message).every(Array.isArray)) {
      return Object.fromEntries(
        Object.entries(message).map(([list, entries]) => [list, taken(list, entries)]),
      );
    }
    console.warn('A live message is no object of lists');
  } catch (error) {
    console.warn('A live message is no JSON', error);
  }
  return undefined;
}

function taken(list: string, entries: readonly unknown[]): readonly unknown[] {
  const kept = showable(list, entries);
  if (kept.length < entries.length) {
    console.warn(`${entries.length - kept.length} of a live message's ${list} cannot be shown`);
  }
  return kept;
}
