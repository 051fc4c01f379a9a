import { postalCodeAddressSchema } from '@atalaia/contract/postal-code';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import type { Address } from './found-address.ts';

/** The address of eight digits; null for a code that nobody knows. Throws ApiError when the service is away. */
export async function lookUpPostalCode(
  api: ApiClient,
  digits: string,
  signal: AbortSignal,
): Promise<Address | null> {
  try {
    return await api.json({ path: `postal-codes/${digits}`, signal }, postalCodeAddressSchema);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
