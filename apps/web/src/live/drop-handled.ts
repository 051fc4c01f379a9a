import type { EventList } from './event-list.ts';

/**
 * Lets go of the listed events that somebody handled while nobody listened, and of those that may no longer be seen: a
 * restored card, or one older than the longest gap, is told of by nobody (EVT-04). `unhandledOf` says which of some
 * events still wait.
 */
export async function dropHandled(
  list: EventList,
  unhandledOf: (eventIds: readonly number[]) => Promise<readonly number[]>,
): Promise<void> {
  const asked = list.get().map(({ id }) => id);
  if (asked.length === 0) return;
  const waiting = new Set(await unhandledOf(asked));
  list.remove(...asked.filter((id) => !waiting.has(id)));
}
