import type { Event } from '@atalaia/contract/rules/event';
import { isOpenAlarm } from '@atalaia/domain/catalog/alarms';

/** Whether the siren badge of a device shows from now on (MAP-02). */
export interface SirenChange {
  readonly deviceId: number;
  readonly on: boolean;
}

/** What events say of sirens, the last word of each device: an alarm raises one, the last to be handled takes it away. */
export function sirenChanges(events: readonly Event[]): SirenChange[] {
  const last = new Map<number, boolean>();
  for (const event of events) {
    const { deviceId, handledAt, deviceSiren } = event;
    if (isOpenAlarm(event)) last.set(deviceId, true);
    else if (handledAt && deviceSiren !== undefined) last.set(deviceId, deviceSiren);
  }
  return [...last].map(([deviceId, on]) => ({ deviceId, on }));
}
