/** What of a report's rows is on the map: ways of routes, marks of everything that has a place (MAP-10). */
import type { Position } from '@atalaia/contract/devices/position';
import type { ReportRows } from '../../lib/reports/report-rows.ts';
import type { RouteColumns } from '../../lib/reports/route-columns.ts';
import type { Store } from '../../lib/store/store.ts';
import {
  type MarkKind,
  markKinds,
  type ReportDrawing,
  type ReportMarks,
  type ReportRoute,
} from '../../map/report/report-drawing.ts';

/** A mark of a row. */
export interface Mark {
  readonly row: number;
  readonly kind: MarkKind;
  readonly latitude: number;
  readonly longitude: number;
}

/** What is beside a route: the stops and events of a playback. */
export type Beside = Store<readonly Mark[]>;

export interface DrawingRequest {
  /** A mark at every position of a route, and at the ends of every trip. */
  readonly hasMarkers: boolean;
  /** The active row: of a trip its ends are marked whatever else is. */
  readonly active: number | null;
  /** Of events, as far as they are loaded. */
  readonly positions: ReadonlyMap<number, Position>;
  /** Of a route. */
  readonly beside?: readonly Mark[];
}

export function drawingOf(rows: ReportRows, request: DrawingRequest): ReportDrawing {
  switch (rows.name) {
    case 'route':
      return { way: routeOf(rows.columns), marks: routeMarks(rows.columns, request) };
    case 'event':
      return marked(rows, ({ positionId }, row) => {
        const position = request.positions.get(positionId);
        return position ? [{ row, kind: 'event', ...placeOf(position) }] : [];
      });
    case 'trip':
      return marked(rows, (trip, row) =>
        request.hasMarkers || row === request.active
          ? [
              { row, kind: 'start', latitude: trip.startLat, longitude: trip.startLon },
              { row, kind: 'end', latitude: trip.endLat, longitude: trip.endLon },
            ]
          : [],
      );
    case 'stop':
      return marked(rows, (stop, row) => [{ row, kind: 'stop', ...placeOf(stop) }]);
    case 'summary':
      return { way: null, marks: null };
  }
}

/** The line of a route; each device's begins again. */
export function routeOf(columns: RouteColumns): ReportRoute {
  const starts: number[] = [];
  columns.numbers('deviceId').forEach((deviceId, index, all) => {
    if (index === 0 || deviceId !== all[index - 1]) starts.push(index);
  });
  return { latitudes: columns.numbers('latitude'), longitudes: columns.numbers('longitude'), starts };
}

/** Both ends of each device's way, and with markers every position of it. */
function routeMarks(columns: RouteColumns, { hasMarkers, beside = [] }: DrawingRequest): ReportMarks {
  const { starts } = routeOf(columns);
  const ends = starts.flatMap((start, part) => [start, (starts[part + 1] ?? columns.count()) - 1]);
  const kindOf = new Map(ends.map((index, at) => [index, markKinds.indexOf(at % 2 === 0 ? 'start' : 'end')]));
  const point = markKinds.indexOf('point');
  const rows = hasMarkers
    ? Int32Array.from({ length: columns.count() }, (_, index) => index)
    : Int32Array.from(new Set(ends));
  const [latitudes, longitudes] = [columns.numbers('latitude'), columns.numbers('longitude')];
  const own: ReportMarks = {
    rows,
    kinds: Uint8Array.from(rows, (row) => kindOf.get(row) ?? point),
    latitudes: Float64Array.from(rows, (row) => latitudes[row] ?? 0),
    longitudes: Float64Array.from(rows, (row) => longitudes[row] ?? 0),
  };
  return beside.length > 0 ? withMarks(own, packed(beside)) : own;
}

function packed(marks: readonly Mark[]): ReportMarks {
  return {
    rows: Int32Array.from(marks, ({ row }) => row),
    kinds: Uint8Array.from(marks, ({ kind }) => markKinds.indexOf(kind)),
    latitudes: Float64Array.from(marks, ({ latitude }) => latitude),
    longitudes: Float64Array.from(marks, ({ longitude }) => longitude),
  };
}

function withMarks(one: ReportMarks, other: ReportMarks): ReportMarks {
  const size = one.rows.length + other.rows.length;
  return {
    rows: joined(new Int32Array(size), one.rows, other.rows),
    kinds: joined(new Uint8Array(size), one.kinds, other.kinds),
    latitudes: joined(new Float64Array(size), one.latitudes, other.latitudes),
    longitudes: joined(new Float64Array(size), one.longitudes, other.longitudes),
  };
}

function joined<Numbers extends Int32Array | Uint8Array | Float64Array>(
  into: Numbers,
  one: ArrayLike<number>,
  other: ArrayLike<number>,
): Numbers {
  into.set(one);
  into.set(other, one.length);
  return into;
}

function marked<Row>(
  rows: { count(): number; rowAt(index: number): Row },
  marksOf: (row: Row, index: number) => readonly Mark[],
): ReportDrawing {
  const marks: Mark[] = [];
  for (let index = 0; index < rows.count(); index++) marks.push(...marksOf(rows.rowAt(index), index));
  return { way: null, marks: packed(marks) };
}

const placeOf = ({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }) => ({
  latitude,
  longitude,
});
