/** Geofences as they are now in a file, and what may be wrong with one. */
import type { GeofenceInput } from '@atalaia/contract/rules/geofence';
import type { AreaError } from '@atalaia/domain/geo/geofence-area';

export type FileGeofence = Pick<GeofenceInput, 'name' | 'area'> & {
  readonly description: string | null;
  readonly attributes: {
    readonly color?: string;
    /** Knots. */
    readonly speedLimit?: number;
    readonly polylineDistance?: number;
  };
};

/** Of the file as a whole. */
export type FileFault =
  | 'not-json'
  | 'not-xml'
  | 'unknown-format'
  | 'other-projection'
  | 'empty'
  | 'too-many'
  | 'too-large';

/** Of one of its shapes. */
export type ShapeFault =
  | Exclude<AreaError, 'bad-number' | 'bad-radius'>
  | 'no-radius'
  | 'long-name'
  | 'long-description'
  | 'long-area'
  | 'bad-colour'
  | 'bad-number';

export interface FoundFault {
  readonly fault: FileFault | ShapeFault;
  /** What is there: a reader's words, a property's name. */
  readonly detail?: string;
  /** The shape that is to blame; absent where the whole file is. */
  readonly shape?: { readonly number: number; readonly name: string };
}

export type ReadGeofenceFile =
  | { readonly geofences: readonly FileGeofence[]; readonly faults?: undefined }
  | { readonly faults: readonly FoundFault[]; readonly geofences?: undefined };

/** Names of properties that are no part of the formats; numbers are in the units of their names. */
export const fileProperties = Object.freeze({
  radius: 'radius',
  colour: 'color',
  speedLimitKnots: 'speedLimitKnots',
  polylineDistance: 'polylineDistance',
});

export const mostShapes = 1000;
export const mostBytes = 10_000_000;
