import { notFound } from '../../errors/app-error.ts';
import type { Geocoding } from '../../platform/geocoding/geocoding.ts';

export interface AddressesService {
  /** The address of a place in degrees. Throws `not-found` where there is none: the open sea. */
  describe(latitude: number, longitude: number): Promise<string>;
}

export function createAddressesService(geocoding: Pick<Geocoding, 'addressOf'>): AddressesService {
  return {
    async describe(latitude, longitude) {
      const address = await geocoding.addressOf(latitude, longitude);
      if (address === null) throw notFound('address at', `${latitude} ${longitude}`);
      return address;
    },
  };
}
