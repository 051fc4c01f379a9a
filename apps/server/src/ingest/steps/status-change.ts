import type { DeviceStatus } from '@atalaia/domain/catalog/device-status';
import type { EventType } from '@atalaia/domain/catalog/event-types';

/** What bears on a device's status: a message, its last connection closed, or a time-out's worth of silence. */
export type LinkNews = 'heard' | 'closed' | 'silent';

const following: Readonly<Record<LinkNews, DeviceStatus>> = Object.freeze({
  heard: 'online',
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
  news: LinkNews,
): { readonly status: DeviceStatus; readonly event: EventType } | undefined {
  const next = following[news];
  if (next === status || (news === 'silent' && status !== 'online')) return undefined;
  return { status: next, event: eventOfStatus[next] };
}
