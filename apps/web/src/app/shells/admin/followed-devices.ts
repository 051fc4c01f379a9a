import { createRememberedStore } from '../../../lib/store/remembered-store.ts';

/** So many windows still show streets at 1366 × 768. */
export const mostFollowed = 4;

/** The vehicles that were followed in windows last, remembered by the browser. */
const followed = createRememberedStore<{ readonly ids: readonly number[] }>('atalaia.followed', { ids: [] });

/** The vehicles that an address names: each once, and no more than there are windows. */
export function followedIn(ids: string | null): readonly number[] {
  const numbers = (ids ?? '').split(',').map(Number);
  return [...new Set(numbers.filter((id) => Number.isSafeInteger(id) && id > 0))].slice(0, mostFollowed);
}

/** The address of the windows with these vehicles, which are remembered. */
export function followAddress(ids: readonly number[]): string {
  followed.set({ ids });
  return `/admin/follow?${new URLSearchParams({ ids: ids.join() })}`;
}

/** The address with one vehicle more; where all windows are taken the one that was there longest gives way. */
export function followAlso(deviceId: number): string {
  const others = followed.get().ids.filter((id) => id !== deviceId);
  return followAddress([...others, deviceId].slice(-mostFollowed));
}
