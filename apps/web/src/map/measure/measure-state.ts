/** Measuring a distance: a small machine without a map. */
import { distanceMetres, type Place } from '@atalaia/domain/geo/geometry';

export interface MeasureState {
  /** `off`: not measuring. `drawing`: each click adds a point. `done`: the line stays until it is closed or started again. */
  readonly phase: 'off' | 'drawing' | 'done';
  readonly points: readonly Place[];
  /** Along all points, on the ground. */
  readonly metres: number;
  /** Added by keys: they mark the middle of the map, which is then shown. */
  readonly byKeys: boolean;
}

export type MeasureEvent =
  | { readonly kind: 'set'; readonly on: boolean }
  | { readonly kind: 'point'; readonly place: Place; readonly byKeys: boolean }
  | { readonly kind: 'undo' }
  | { readonly kind: 'finish' }
  /** Ends what is under way; with nothing under way, the measuring itself. */
  | { readonly kind: 'escape' };

export const noMeasure: MeasureState = Object.freeze({ phase: 'off', points: [], metres: 0, byKeys: false });

const started: MeasureState = Object.freeze({ ...noMeasure, phase: 'drawing' });

/** The same object when the event changes nothing. */
export function nextMeasure(now: MeasureState, event: MeasureEvent): MeasureState {
  if (event.kind === 'set') {
    if (event.on === (now.phase !== 'off')) return now;
    return event.on ? started : noMeasure;
  }
  if (now.phase === 'off') return now;
  switch (event.kind) {
    case 'point': {
      // After the end a point begins the next line; a second one on the same place adds nothing.
      const points = now.phase === 'done' ? [] : now.points;
      if (isSame(points.at(-1), event.place)) return now;
      return withPoints([...points, event.place], event.byKeys);
    }
    case 'undo':
      return now.points.length === 0 ? now : withPoints(now.points.slice(0, -1), now.byKeys);
    case 'finish':
      return finished(now);
    case 'escape':
      return now.phase === 'drawing' && now.points.length > 0 ? finished(now) : noMeasure;
  }
}

/** A single point measures nothing. */
function finished(now: MeasureState): MeasureState {
  if (now.phase === 'done') return now;
  return now.points.length > 1 ? { ...now, phase: 'done' } : started;
}

function withPoints(points: readonly Place[], byKeys: boolean): MeasureState {
  return { phase: 'drawing', points, metres: lengthMetres(points), byKeys };
}

export function lengthMetres(points: readonly Place[]): number {
  return points
    .slice(1)
    .reduce((sum, point, entry) => sum + distanceMetres(points[entry] ?? point, point), 0);
}

function isSame(one: Place | undefined, other: Place): boolean {
  return one?.latitude === other.latitude && one.longitude === other.longitude;
}
