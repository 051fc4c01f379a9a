import { postalCodeAddressSchema, postalCodeParamsSchema } from '@atalaia/contract/providers/address';
import type { App } from '../../platform/http/app-type.ts';
import type { PostalCodesService } from './postal-codes-service.ts';

/** For whoever fills in an address, so that nobody makes an open door to somebody else's service of it. */
export function postalCodesRoutes(app: App, postalCodes: PostalCodesService): void {
  app.get(
    '/postal-codes/:cep',
    {
      config: { access: 'writer', refusals: [409, 502] },
      schema: {
        summary: 'Looks up the address of a postal code at an external service',
        tags: ['postal-codes'],
        params: postalCodeParamsSchema,
        response: { 200: postalCodeAddressSchema },
      },
    },
    (request) => postalCodes.read(request.params.cep),
  );
}
