import { distanceMetres, type Place } from '@atalaia/domain/geo/geometry';

export interface TowMemory {
  /** Where the device was when its ignition went off; absent while it is on, or not known. */
  readonly parked?: Place | undefined;
  /** `seen`: one position was beyond the distance; `raised`: the next one too, and the event was raised. */
  readonly tow?: 'seen' | 'raised' | undefined;
}

export interface TowFindings {
  readonly isTowed: boolean;
  readonly memory: TowMemory;
}

/**
 * Whether a device is carried away (ING-07): two positions in a row lie farther than the distance from where its
 * ignition went off, and it is still off. Raised once until it is on again; 0 metres turns it off. Only for positions with
 * a believed fix.
 */
export function towFindings(
  { parked, tow }: TowMemory,
  ignition: boolean | undefined,
  place: Place,
  towMetres: number,
): TowFindings {
  if (ignition !== false) return { isTowed: false, memory: {} };
  if (!parked) return { isTowed: false, memory: { parked: place } };
  if (tow === 'raised' || towMetres === 0) return { isTowed: false, memory: { parked, tow } };
  if (distanceMetres(parked, place) <= towMetres) return { isTowed: false, memory: { parked } };
  return { isTowed: tow === 'seen', memory: { parked, tow: tow === 'seen' ? 'raised' : 'seen' } };
}
