import { geocodeQuerySchema } from '@atalaia/contract/providers/address';
import type { App } from '../../platform/http/app-type.ts';
import type { AddressesService } from './addresses-service.ts';

export function addressesRoutes(app: App, addresses: AddressesService): void {
  app.get(
    '/server/geocode',
    {
      config: { access: 'signed-in', answerTypes: ['text/plain'] },
      schema: { summary: 'Finds the address of a place', tags: ['server'], querystring: geocodeQuerySchema },
    },
    async ({ query }, reply) => {
      const address = await addresses.describe(Number(query.latitude), Number(query.longitude));
      return reply.type('text/plain; charset=utf-8').send(address);
    },
  );
}
