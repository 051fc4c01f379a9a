import { localTimeAt, startOfDay } from '@atalaia/domain/time/zoned-time';
import { addressOfRequest, type ReportRequest } from '../../../lib/reports/report-request.ts';

/** The person's whole day that lies so many days after the one an instant is in, up to now; null for a day to come. */
export function dayOf(
  instantMs: number,
  daysAfter: number,
  zone: string,
  nowMs: number,
): Pick<ReportRequest, 'fromMs' | 'toMs'> | null {
  const { year, month, day } = localTimeAt(instantMs, zone);
  const fromMs = startOfDay(year, month, day + daysAfter, zone);
  if (fromMs > nowMs) return null;
  // both ends belong to a report: the next day's first instant is none of this one's
  return { fromMs, toMs: Math.min(startOfDay(year, month, day + daysAfter + 1, zone) - 1, nowMs) };
}

/** The address of a device's day, played back unless another report of it is wanted. A day that the clocks say is to come is today. */
export function addressOfDay(
  deviceId: number,
  instantMs: number,
  zone: string,
  nowMs: number,
  view: ReportRequest['view'] = 'playback',
): string {
  const day = dayOf(Math.min(instantMs, nowMs), 0, zone, nowMs) ?? { fromMs: nowMs, toMs: nowMs };
  return addressOfRequest({
    view,
    deviceIds: [deviceId],
    groupIds: [],
    ...day,
    eventTypes: null,
    hasMarkers: false,
  });
}
