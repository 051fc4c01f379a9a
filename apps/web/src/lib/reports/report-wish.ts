/**
 * What a person asks of a report, and the address it becomes: `?{query}#{name}`. The query carries absolute instants and
 * nothing of who asks, so that a reload and a colleague's browser show the same rows (ROUTE-06).
 */
import { eventsReportQuerySchema } from '@atalaia/contract/report-query';
import { type ReportViewName, reportViewOf, rowsOfView } from './report-names.ts';

export interface ReportWish {
  readonly view: ReportViewName;
  readonly deviceIds: readonly number[];
  /** With every group below them. */
  readonly groupIds: readonly number[];
  /** ms since 1970 UTC, both included. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Of the events report; null for every type. */
  readonly eventTypes: readonly string[] | null;
  /** Of route and trips: a mark at each position, or at each trip's ends. */
  readonly hasMarkers: boolean;
}

/** As the API takes it. */
export type ReportQuery = Readonly<Record<string, string | readonly string[]>>;

/** In the place of every event type. */
export const allEvents = 'allEvents';

export function addressOfWish(wish: ReportWish): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(queryOfWish(wish)))
    for (const one of [value].flat()) query.append(key, one);
  return `?${query}#${wish.view}`;
}

/** Null for an address that shows no report; `refused` for one whose query the API would refuse (REP-02). */
export function wishOfAddress(search: string, hash: string): ReportWish | 'refused' | null {
  const view = reportViewOf(hash);
  if (!view) return null;
  const given = new URLSearchParams(search);
  const read = eventsReportQuerySchema.safeParse({
    from: given.get('from') ?? undefined,
    to: given.get('to') ?? undefined,
    deviceId: given.getAll('deviceId'),
    groupId: given.getAll('groupId'),
  });
  if (!read.success) return 'refused';
  const { deviceId = [], groupId = [], from, to } = read.data;
  const types = given.getAll('type').flatMap((text) => text.split(',').filter((type) => type !== ''));
  return {
    view,
    deviceIds: deviceId.map(Number),
    groupIds: groupId.map(Number),
    fromMs: Date.parse(from),
    toMs: Date.parse(to),
    eventTypes: view !== 'event' || types.length === 0 || types.includes(allEvents) ? null : types,
    hasMarkers: takesMarkers(view) && given.get('markers') === 'true',
  };
}

/** Markers are of route and trips alone (REP-02). */
export function takesMarkers(view: ReportViewName): boolean {
  return view === 'route' || view === 'trip';
}

export function queryOfWish(wish: ReportWish): ReportQuery {
  const { view, deviceIds, groupIds, fromMs, toMs, eventTypes, hasMarkers } = wish;
  return {
    ...(deviceIds.length > 0 && { deviceId: deviceIds.map(String) }),
    ...(groupIds.length > 0 && { groupId: groupIds.map(String) }),
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    ...(view === 'event' && { type: eventTypes?.join(',') ?? allEvents }),
    ...(hasMarkers && takesMarkers(view) && { markers: 'true' }),
  };
}

/** Whether two wishes have the same rows, whatever shows them. */
export function haveSameRows(one: ReportWish, other: ReportWish): boolean {
  const rowsOf = (wish: ReportWish) =>
    JSON.stringify([rowsOfView(wish.view), queryOfWish({ ...wish, hasMarkers: false })]);
  return rowsOf(one) === rowsOf(other);
}

const dayMs = 86_400_000;

/** What is offered where a period was empty, in turn, days; the last is the longest that the API takes. */
const widerDays = [1, 7, 31, 366];

/** The same wish of a longer period that ends at the same instant, and its days; null at the longest. */
export function widerWish(wish: ReportWish): { readonly wish: ReportWish; readonly days: number } | null {
  const days = widerDays.find((length) => length * dayMs > wish.toMs - wish.fromMs);
  if (days === undefined) return null;
  return { wish: { ...wish, fromMs: wish.toMs - days * dayMs }, days };
}
