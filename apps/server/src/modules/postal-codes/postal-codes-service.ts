import type { PostalCodeAddress } from '@atalaia/contract/providers/address';
import { AppError, notFound } from '../../errors/app-error.ts';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { PostalCodes } from './provider/postal-codes.ts';

export interface PostalCodesService {
  /**
   * The address of a CEP, with its hyphen or without. Throws `not-found` for one that is none, `postal-codes-not-set-up`,
   * and `postal-codes-unreachable` when the service does not answer: nothing that is saved waits for it.
   */
  read(cep: string): Promise<PostalCodeAddress>;
}

export function createPostalCodesService({
  isSetUp,
  addressOf,
}: Pick<PostalCodes, 'isSetUp' | 'addressOf'>): PostalCodesService {
  return {
    async read(cep) {
      if (!isSetUp) throw new AppError('postal-codes-not-set-up', 'no service of postal codes is set up');
      const address = await addressOf(cep.replace('-', '')).catch((error: unknown) => {
        if (!(error instanceof DeliveryFailed)) throw error;
        throw new AppError('postal-codes-unreachable', 'the service of postal codes gave no answer');
      });
      if (!address) throw notFound('postal code', cep);
      return address;
    },
  };
}
