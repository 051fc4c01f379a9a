import type { GeofenceArea } from '@atalaia/domain/geo/geofence-area';
import { createGeofenceIndex } from '@atalaia/domain/geo/geofence-index';
import type { Place } from '@atalaia/domain/geo/geometry';
import type { LinkedRules, RuledDevice } from './linked-rules.ts';

/** A geofence whose area could be read. */
export interface GeofenceRule {
  readonly id: number;
  readonly area: GeofenceArea;
  readonly polylineDistanceMetres: number | undefined;
  /** Counts before the device's own limit, knots. */
  readonly speedLimitKnots: number | undefined;
  /** Whether its calendar holds; always for one without, never for one whose calendar cannot be read. */
  isActive(atMs: number): boolean;
}

/** The geofences of all devices, by the links of one moment. */
export interface GeofenceRules {
  /** Those of the device that hold the place, by rising id. */
  holding(device: RuledDevice, place: Place): readonly GeofenceRule[];
}

const none: readonly GeofenceRule[] = Object.freeze([]);

export const noGeofences: GeofenceRules = Object.freeze({ holding: () => none });

export function createGeofenceRules(rules: readonly GeofenceRule[], linkedRules: LinkedRules): GeofenceRules {
  const sorted = [...rules].sort((one, other) => one.id - other.id);
  const index = createGeofenceIndex(sorted);
  return withIndex(sorted, index, linkedRules);
}

/** The same geofences under other links or groups, without indexing them anew. */
export function withIndex(
  sorted: readonly GeofenceRule[],
  index: ReturnType<typeof createGeofenceIndex>,
  linkedRules: LinkedRules,
): GeofenceRules {
  if (sorted.length === 0) return noGeofences;
  return {
    holding(device, place) {
      if (!linkedRules.any(device)) return none;
      const found = index.containing(place, (at) => linkedRules.has(device, sorted[at]?.id ?? 0));
      return found.length === 0 ? none : found.flatMap((at) => sorted[at] ?? []);
    },
  };
}
