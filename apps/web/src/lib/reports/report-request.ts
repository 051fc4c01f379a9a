/**
 * What a person asks of a report, and the address it becomes: `?{query}#{name}`. The query carries absolute instants and
 * nothing of the person who asks, so that a reload and a colleague's browser show the same rows (ROUTE-06).
 */
import { eventsReportQuerySchema } from '@atalaia/contract/reports/report-query';
import { type ReportViewName, reportViewOf, rowsOfView } from './report-names.ts';

export interface ReportRequest {
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

export function addressOfRequest(request: ReportRequest): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(queryOfRequest(request)))
    for (const one of [value].flat()) query.append(key, one);
  return `?${query}#${request.view}`;
}

/** Null for an address that shows no report; `refused` for one whose query the API would refuse (REP-02). */
export function requestOfAddress(search: string, hash: string): ReportRequest | 'refused' | null {
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
  // the API then takes all that one sees; a screen requests what somebody chose
  if (deviceId.length + groupId.length === 0) return 'refused';
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

export function queryOfRequest(request: ReportRequest): ReportQuery {
  const { view, deviceIds, groupIds, fromMs, toMs, eventTypes, hasMarkers } = request;
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
export function haveSameRows(one: ReportRequest, other: ReportRequest): boolean {
  const rowsOf = (request: ReportRequest) =>
    JSON.stringify([rowsOfView(request.view), queryOfRequest({ ...request, hasMarkers: false })]);
  return rowsOf(one) === rowsOf(other);
}

const dayMs = 86_400_000;

/** What is offered where a period was empty, in turn, days; the last is the longest that the API takes. */
const widerDays = [1, 7, 31, 366];

/** The same request of a longer period that ends at the same instant, and its days; null at the longest. */
export function widerRequest(
  request: ReportRequest,
): { readonly request: ReportRequest; readonly days: number } | null {
  const days = widerDays.find((length) => length * dayMs > request.toMs - request.fromMs);
  if (days === undefined) return null;
  return { request: { ...request, fromMs: request.toMs - days * dayMs }, days };
}
