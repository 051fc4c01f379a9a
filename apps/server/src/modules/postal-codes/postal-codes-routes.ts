import type { PostalCodeAddress } from '@atalaia/contract/providers/address';
import { postalCodeAddressSchema, postalCodeParamsSchema } from '@atalaia/contract/providers/address';
import { AppError, notFound } from '../../errors/app-error.ts';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { PostalCodes } from './provider/postal-codes.ts';

export interface PostalCodesService {
  /**
   * The address of a CEP, with its hyphen or without. Throws `not-found` for one that is none, `postal-codes-not-set-up`,
   * and `postal-codes-unreachable` when the service does not answer: nothing that is saved waits for it.
   */
  read(cep: string): Promise<PostalCodeAddress>;
}

export function createPostalCodesService(
  provider: Pick<PostalCodes, 'isSetUp' | 'addressOf'>,
): PostalCodesService {
  return {
    async read(cep) {
      if (!provider.isSetUp)
        throw new AppError('postal-codes-not-set-up', 'no service of postal codes is set up');
      const address = await provider.addressOf(cep.replace('-', '')).catch((error: unknown) => {
        if (!(error instanceof DeliveryFailed)) throw error;
        throw new AppError('postal-codes-unreachable', 'the service of postal codes gave no answer');
      });
      if (!address) throw notFound('postal code', cep);
      return address;
    },
  };
}

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
