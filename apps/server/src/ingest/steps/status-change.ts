import type { EventType } from '@atalaia/domain/catalog/event-types';
import type { DeviceStatus } from '@atalaia/domain/devices/device-status';

/** What bears on a device's status: a message, its last connection closed, or a time-out's worth of silence. */
export type StatusCause = 'message' | 'closed' | 'silent';

const following: Readonly<Record<StatusCause, DeviceStatus>> = Object.freeze({
  message: 'online',
  closed: 'offline',
  silent: 'unknown',
});

const eventOfStatus: Readonly<Record<DeviceStatus, EventType>> = Object.freeze({
  online: 'deviceOnline',
  offline: 'deviceOffline',
  unknown: 'deviceUnknown',
});

/**
 * The status that follows and its event; undefined when nothing changes (ING-10). Silence makes only an online device
 * unknown: one whose connection closed stays offline.
 */
export function statusChange(
  status: DeviceStatus,
  cause: StatusCause,
): { readonly status: DeviceStatus; readonly event: EventType } | undefined {
  const next = following[cause];
  if (next === status || (cause === 'silent' && status !== 'online')) return undefined;
  return { status: next, event: eventOfStatus[next] };
}
