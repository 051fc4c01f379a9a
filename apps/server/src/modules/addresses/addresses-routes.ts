import {
  geocodeQuerySchema,
  type NamedPlace,
  namedPlaceSchema,
  placesQuerySchema,
} from '@atalaia/contract/providers/address';
import { z } from 'zod';
import { AppError, notFound } from '../../errors/app-error.ts';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { Geocoding } from '../../platform/geocoding/geocoding.ts';
import { withTowns } from '../../platform/geocoding/towns.ts';
import type { App } from '../../platform/http/app-type.ts';
import { routeOptions } from '../../platform/http/route-options.ts';

export interface AddressesService {
  /** The address of a place in degrees. Throws `not-found` where there is none: the open sea. */
  describe(latitude: number, longitude: number): Promise<string>;
  /** Places that a text names. Throws `geocoder-unreachable`. */
  find(text: string): Promise<readonly NamedPlace[]>;
  /** JSON text in which what has a place and no address has the nearest town. */
  complete(json: string): string;
}

export function createAddressesService(
  geocoding: Pick<Geocoding, 'addressOf' | 'find' | 'nearest'>,
): AddressesService {
  return {
    complete: (json) => withTowns(json, geocoding),
    async describe(latitude, longitude) {
      const address = await geocoding.addressOf(latitude, longitude);
      if (address === null) throw notFound('address at', `${latitude} ${longitude}`);
      return address;
    },
    async find(text) {
      try {
        return await geocoding.find(text);
      } catch (error) {
        if (!(error instanceof DeliveryFailed)) throw error;
        throw new AppError('geocoder-unreachable', 'the service of addresses gave no answer');
      }
    },
  };
}

const route = routeOptions('server');

export function addressesRoutes(app: App, addresses: AddressesService): void {
  app.get(
    '/server/geocode',
    route({ access: 'signed-in', answerTypes: ['text/plain'] }, 'Finds the address of a place', {
      querystring: geocodeQuerySchema,
    }),
    async ({ query }, reply) => {
      const address = await addresses.describe(Number(query.latitude), Number(query.longitude));
      return reply.type('text/plain; charset=utf-8').send(address);
    },
  );
  app.get(
    '/server/places',
    route({ access: 'signed-in', refusals: [502] }, 'Finds places by an address or a name', {
      querystring: placesQuerySchema,
      answer: z.array(namedPlaceSchema),
    }),
    async ({ query }) => [...(await addresses.find(query.text))],
  );
}

/**
 * Whatever leaves as one JSON text gains the towns of its places (ING-06): positions, alarms, silent vehicles, a case. What
 * goes out in pieces completes its own (`positions`, `reports`).
 */
export function completeAddresses(app: App, { complete }: Pick<AddressesService, 'complete'>): void {
  app.addHook('onSend', async (_request, reply, payload) =>
    typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('application/json')
      ? complete(payload)
      : payload,
  );
}
