import type { Place } from '@atalaia/domain/geo/geometry';
import type { GeofenceRule, GeofenceRules } from '../rules/geofence-rules.ts';
import type { RuledDevice } from '../rules/linked-rules.ts';

/** The geofences around a place, and by which rules. */
export interface Surroundings {
  readonly place: Place;
  readonly geofences: GeofenceRules;
  readonly holding: readonly GeofenceRule[];
}

export interface Crossings {
  readonly entered: readonly GeofenceRule[];
  readonly left: readonly GeofenceRule[];
}

const none: readonly GeofenceRule[] = Object.freeze([]);
export const noCrossings: Crossings = Object.freeze({ entered: none, left: none });

/** `known` is taken where it is of the same place and rules, as for a device that does not move. */
export function surroundings(
  device: RuledDevice,
  place: Place,
  geofences: GeofenceRules,
  known: Surroundings | undefined,
): Surroundings {
  if (
    known?.geofences === geofences &&
    known.place.latitude === place.latitude &&
    known.place.longitude === place.longitude
  ) {
    return known;
  }
  return { place, geofences, holding: geofences.holding(device, place) };
}

/**
 * What a device entered and left on its way from one place to another (ING-07). Both places are looked at by the rules of
 * now, so that a geofence that is made, moved, linked or removed around a standing device is neither entered nor left.
 * Only while the geofence's calendar holds; what it is in is known all the time.
 */
export function crossings(from: Surroundings, to: Surroundings, atMs: number): Crossings {
  if (from === to || (from.holding.length === 0 && to.holding.length === 0)) return noCrossings;
  const beyond = (these: Surroundings, those: Surroundings) =>
    these.holding.filter((one) => !those.holding.some(({ id }) => id === one.id) && one.isActive(atMs));
  return { entered: beyond(to, from), left: beyond(from, to) };
}

/** The lowest limit among the geofences whose calendar holds, knots; undefined where none has one. */
export function lowestSpeedLimit(holding: readonly GeofenceRule[], atMs: number): GeofenceRule | undefined {
  let lowest: GeofenceRule | undefined;
  for (const one of holding) {
    if (one.speedLimitKnots === undefined || !one.isActive(atMs)) continue;
    if (lowest?.speedLimitKnots === undefined || one.speedLimitKnots < lowest.speedLimitKnots) lowest = one;
  }
  return lowest;
}
