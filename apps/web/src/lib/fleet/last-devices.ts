/** The vehicles that a person used last, remembered by the browser: fields offer them first. */
import { createRememberedStore } from '../store/remembered-store.ts';

const mostKept = 8;

export const lastDevices = createRememberedStore<{ readonly ids: readonly number[] }>('atalaia.lastDevices', {
  ids: [],
});

/** A vehicle was looked at, or something was asked of it. */
export function noteUsed(deviceId: number): void {
  const { ids } = lastDevices.get();
  if (ids[0] === deviceId) return;
  lastDevices.set({ ids: [deviceId, ...ids.filter((id) => id !== deviceId)].slice(0, mostKept) });
}
