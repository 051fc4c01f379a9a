/**
 * Keeps the map and the report in step, outside React: rows are drawn when they have come, the active row is highlighted,
 * and a click on a mark makes its row the active one (REP-07, MAP-10).
 */
import type { Position } from '@atalaia/contract/devices/position';
import type { ReportRequest } from '../../lib/reports/report-request.ts';
import type { ReportRows } from '../../lib/reports/report-rows.ts';
import type { ReportState, Reports } from '../../lib/reports/report-store.ts';
import type { RouteColumns } from '../../lib/reports/route-columns.ts';
import type { ReadableStore } from '../../lib/store/store.ts';
import type { ReportMap } from '../../map/report/report-drawing.ts';
import { drawingOf, type Mark, routeOf } from './shown-on-map.ts';

export interface ReportOnMapParts {
  readonly map: ReportMap;
  readonly reports: Reports;
  /** Drawn with a route, whenever they change. */
  readonly beside: ReadableStore<readonly Mark[]>;
  /** At most `mostAtOnce` of them; those that the person does not see are left out. */
  readonly readPositions: (ids: readonly number[], signal: AbortSignal) => Promise<readonly Position[]>;
  readonly readRoute: (request: ReportRequest, signal: AbortSignal) => Promise<RouteColumns>;
  /** What the active row is at could not be loaded. */
  readonly onFailed: (reason: unknown) => void;
  /** The active row has no place at all. */
  readonly onNoPlace: () => void;
}

/** Positions requested in one call: an address holds so many numbers. */
export const mostAtOnce = 250;
/** Of an events report so many are marked before any is chosen. */
const mostMarkedEvents = 1000;

/** Gives the way to stop, which clears the map. */
export function createReportOnMap(parts: ReportOnMapParts): () => void {
  const { map, reports, beside } = parts;
  const places = createPositions(parts.readPositions);
  const { highlight, forgetRoutes } = createHighlight(parts, places, draw);
  /** Ends what the report that is shown has under way. */
  let ofReport = new AbortController();
  let ofRow = new AbortController();
  let last = reports.state.get();

  function draw({ rows, request, active }: ReportState): void {
    if (rows)
      map.show(
        drawingOf(rows, {
          hasMarkers: request?.hasMarkers === true,
          active,
          positions: places.known,
          beside: beside.get(),
        }),
      );
  }

  function begin(): void {
    ofReport.abort();
    ofReport = new AbortController();
    places.known.clear();
    forgetRoutes();
    map.show(null);
  }

  /** All rows are there, or no more will come. */
  function settle(state: ReportState): void {
    draw(state);
    map.fit();
    if (state.rows?.name === 'event') void markEvents(state, ofReport.signal);
  }

  async function markEvents(state: ReportState, signal: AbortSignal): Promise<void> {
    const { rows } = state;
    if (rows?.name !== 'event') return;
    const positionIds = markedPositions(rows);
    try {
      for (let from = 0; from < positionIds.length; from += mostAtOnce)
        await places.load(positionIds.slice(from, from + mostAtOnce), signal);
      if (signal.aborted || positionIds.length === 0) return;
      draw(reports.state.get());
      if (reports.state.get().active === null) map.fit();
    } catch (reason) {
      if (!signal.aborted) parts.onFailed(reason);
    }
  }

  const stopState = reports.state.subscribe(() => {
    const now = reports.state.get();
    const before = last;
    last = now;
    const isNew = now.request !== before.request || before.phase !== 'loading';
    if (now.phase === 'loading' && isNew) begin();
    else if (now.request === null && before.request !== null) begin();
    const isSettled = now.phase === 'complete' || now.phase === 'cancelled';
    if (isSettled && before.phase === 'loading') settle(now);
    else if (isSettled && now.request?.hasMarkers !== before.request?.hasMarkers) draw(now);
    if (now.active === before.active) return;
    ofRow.abort();
    ofRow = new AbortController();
    highlight(now, AbortSignal.any([ofRow.signal, ofReport.signal])).catch((reason: unknown) => {
      if (reports.state.get().active === now.active && !ofReport.signal.aborted) parts.onFailed(reason);
    });
  });
  const stopPicks = map.onPick(reports.activate);
  const stopBeside = beside.subscribe(() => draw(reports.state.get()));
  if (last.phase === 'complete' || last.phase === 'cancelled') settle(last);

  return () => {
    stopState();
    stopPicks();
    stopBeside();
    ofRow.abort();
    ofReport.abort();
    map.show(null);
  };
}

interface Positions {
  readonly known: Map<number, Position>;
  load(ids: readonly number[], signal: AbortSignal): Promise<void>;
}

function createPositions(read: ReportOnMapParts['readPositions']): Positions {
  const known = new Map<number, Position>();
  return {
    known,
    async load(ids, signal) {
      for (const position of await read(ids, signal)) known.set(position.id, position);
    },
  };
}

/** Shows where the active row of a report is; a trip's route and an event's position are loaded for it. */
function createHighlight(parts: ReportOnMapParts, places: Positions, draw: (state: ReportState) => void) {
  const { map } = parts;
  const routes = new Map<number, RouteColumns>();

  async function highlight(state: ReportState, signal: AbortSignal): Promise<void> {
    const { rows, active } = state;
    map.showRoute(null);
    if (rows?.name === 'trip') draw(state);
    if (!rows || active === null) return map.highlight(null);
    switch (rows.name) {
      case 'route': {
        const { latitude, longitude, course } = rows.rowAt(active);
        return map.highlight({ latitude, longitude, course });
      }
      case 'stop': {
        const { latitude, longitude } = rows.rowAt(active);
        return map.highlight({ latitude, longitude, course: null });
      }
      case 'trip':
        return highlightTrip(rows.rowAt(active), active, signal);
      case 'event':
        return highlightEvent(rows.rowAt(active), state, signal);
      case 'summary':
        return map.highlight(null);
    }
  }

  async function highlightTrip(trip: TripRow, active: number, signal: AbortSignal): Promise<void> {
    map.highlight({ latitude: trip.startLat, longitude: trip.startLon, course: null });
    const route = routes.get(active) ?? (await parts.readRoute(routeRequest(trip), signal));
    signal.throwIfAborted();
    routes.set(active, route);
    map.showRoute(routeOf(route));
  }

  async function highlightEvent(
    { positionId }: { readonly positionId: number },
    state: ReportState,
    signal: AbortSignal,
  ): Promise<void> {
    map.highlight(null);
    if (positionId > 0 && !places.known.has(positionId)) await places.load([positionId], signal);
    signal.throwIfAborted();
    const position = places.known.get(positionId);
    if (!position) return parts.onNoPlace();
    draw(state);
    map.highlight(position);
  }

  return { highlight, forgetRoutes: () => routes.clear() };
}

interface TripRow {
  readonly deviceId: number;
  readonly startTime: string;
  readonly endTime: string;
  readonly startLat: number;
  readonly startLon: number;
}

/** The positions of the first events of a report. */
function markedPositions(rows: ReportRows & { readonly name: 'event' }): readonly number[] {
  const ids = new Set<number>();
  for (let index = 0; index < Math.min(rows.count(), mostMarkedEvents); index++) {
    const { positionId } = rows.rowAt(index);
    if (positionId > 0) ids.add(positionId);
  }
  return [...ids];
}

function routeRequest(trip: TripRow): ReportRequest {
  return {
    view: 'route',
    deviceIds: [trip.deviceId],
    groupIds: [],
    fromMs: Date.parse(trip.startTime),
    toMs: Date.parse(trip.endTime),
    eventTypes: null,
    hasMarkers: false,
  };
}
