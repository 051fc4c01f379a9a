import { postalCodeAddressSchema, postalCodeParamsSchema } from '@atalaia/contract/providers/address';
import type { App } from '../../platform/http/app-type.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { PostalCodesService } from './postal-codes-service.ts';

const route = routeOptions('postal-codes');

/** For whoever fills in an address, so that nobody makes an open door to somebody else's service of it. */
export function postalCodesRoutes(app: App, postalCodes: PostalCodesService): void {
  app.get(
    '/postal-codes/:cep',
    route(
      { access: 'writer', refusals: [409, 502] },
      'Looks up the address of a postal code at an external service',
      { params: postalCodeParamsSchema, answer: postalCodeAddressSchema },
    ),
    (request) => postalCodes.read(request.params.cep),
  );
}
