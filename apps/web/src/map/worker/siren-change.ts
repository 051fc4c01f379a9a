import type { Event } from '@atalaia/contract/event';

/** Whether the siren badge of a device shows from now on (MAP-02). */
export interface SirenChange {
  readonly deviceId: number;
  readonly on: boolean;
}

/** What events say of sirens, the last word of each device: an alarm raises one, the last to be handled takes it away. */
export function sirenChanges(events: readonly Event[]): SirenChange[] {
  const last = new Map<number, boolean>();
  for (const { deviceId, type, handledAt, deviceSiren } of events) {
    if (handledAt) {
      if (deviceSiren !== undefined) last.set(deviceId, deviceSiren);
    } else if (type === 'alarm') {
      last.set(deviceId, true);
    }
  }
  return [...last].map(([deviceId, on]) => ({ deviceId, on }));
}
