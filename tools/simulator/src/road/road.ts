import { bearingDegrees, distanceMetres, type Place } from '@atalaia/domain/geo/geometry';

/** A road as its data file describes it. */
export interface RoadData {
  readonly name: string;
  readonly speedLimitKph: number;
  /** The last point is the first: one drives round and round. */
  readonly loop?: boolean;
  /** Latitude and longitude. */
  readonly points: readonly (readonly [latitude: number, longitude: number])[];
}

/** A road measured along its line. */
export interface Road {
  readonly name: string;
  readonly speedLimitMps: number;
  readonly loop: boolean;
  readonly lengthMetres: number;
  readonly points: readonly Place[];
  /** Metres from the start to each point. */
  readonly metresAt: Float64Array;
  /** The fastest that a car goes round each point, metres a second; Infinity where the line is straight. */
  readonly turnSpeedMps: Float64Array;
}

/** A place on a road, and the course there in the direction of its points. */
export interface RoadPlace extends Place {
  readonly courseDegrees: number;
}

/** What passengers bear sideways, metres per second squared. */
const sidewaysAcceleration = 2;
const slowestTurnMps = 2.5;

/** The smaller angle between two courses, degrees. */
function turnBetween(first: number, second: number): number {
  const turn = Math.abs(second - first) % 360;
  return turn > 180 ? 360 - turn : turn;
}

/** The circle that touches both legs at half the shorter one has this radius; its speed follows. */
function speedRound(turnDegrees: number, legMetres: number): number {
  if (turnDegrees < 4) return Number.POSITIVE_INFINITY;
  const radius = legMetres / 2 / Math.tan((turnDegrees * Math.PI) / 360);
  return Math.max(slowestTurnMps, Math.sqrt(sidewaysAcceleration * Math.max(0, radius)));
}

/** Measures a road. Throws when it has no length. */
export function measureRoad(data: RoadData): Road {
  const points = data.points.map(([latitude, longitude]) => ({ latitude, longitude }));
  const metresAt = new Float64Array(points.length);
  const courses = new Float64Array(points.length);
  const turnSpeedMps = new Float64Array(points.length).fill(Number.POSITIVE_INFINITY);
  points.forEach((point, index) => {
    const before = points[index - 1];
    if (before === undefined) return;
    metresAt[index] = (metresAt[index - 1] ?? 0) + distanceMetres(before, point);
    courses[index] = bearingDegrees(before, point);
    if (index < 2) return;
    const leg = Math.min(legBefore(metresAt, index - 1), legBefore(metresAt, index));
    turnSpeedMps[index - 1] = speedRound(turnBetween(courses[index - 1] ?? 0, courses[index] ?? 0), leg);
  });
  const lengthMetres = metresAt[points.length - 1] ?? 0;
  if (lengthMetres === 0) throw new Error(`road ${data.name} has no length`);
  const speedLimitMps = data.speedLimitKph / 3.6;
  return {
    name: data.name,
    speedLimitMps,
    loop: data.loop ?? false,
    lengthMetres,
    points,
    metresAt,
    turnSpeedMps,
  };
}

function legBefore(metresAt: Float64Array, index: number): number {
  return (metresAt[index] ?? 0) - (metresAt[index - 1] ?? 0);
}

/** Index of the last point at or before so many metres, at most the last but one: where the segment starts. */
export function segmentAt(road: Road, metres: number): number {
  let low = 0;
  let high = road.metresAt.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((road.metresAt[middle] ?? 0) <= metres) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The place so many metres from the start; before the start and after the end it is the end itself. */
export function placeAt(road: Road, metres: number): RoadPlace {
  const index = segmentAt(road, metres);
  const from = road.points[index];
  const to = road.points[index + 1];
  if (from === undefined || to === undefined) throw new Error(`road ${road.name} has no segment ${index}`);
  const start = road.metresAt[index] ?? 0;
  const share = Math.min(1, Math.max(0, (metres - start) / legBefore(road.metresAt, index + 1)));
  return {
    latitude: from.latitude + (to.latitude - from.latitude) * share,
    longitude: from.longitude + (to.longitude - from.longitude) * share,
    courseDegrees: bearingDegrees(from, to),
  };
}
