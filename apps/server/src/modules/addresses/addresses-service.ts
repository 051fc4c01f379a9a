import { notFound } from '../../errors/app-error.ts';
import type { Geocoding } from '../../platform/geocoding/geocoding.ts';
import { withTowns } from '../../platform/geocoding/towns.ts';

export interface AddressesService {
  /** The address of a place in degrees. Throws `not-found` where there is none: the open sea. */
  describe(latitude: number, longitude: number): Promise<string>;
  /** JSON text in which what has a place and no address has the nearest town. */
  complete(json: string): string;
}

export function createAddressesService(
  geocoding: Pick<Geocoding, 'addressOf' | 'nearest'>,
): AddressesService {
  return {
    complete: (json) => withTowns(json, geocoding),
    async describe(latitude, longitude) {
      const address = await geocoding.addressOf(latitude, longitude);
      if (address === null) throw notFound('address at', `${latitude} ${longitude}`);
      return address;
    },
  };
}
