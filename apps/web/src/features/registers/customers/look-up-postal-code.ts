import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import type { Address } from './found-address.ts';

const addressSchema = z.object({
  street: z.string(),
  neighborhood: z.string(),
  city: z.string(),
  state: z.string(),
}) satisfies z.ZodType<Address>;

/** The address of eight digits; null for a code that nobody knows. Throws ApiError when the service is away. */
export async function lookUpPostalCode(
  api: ApiClient,
  digits: string,
  signal: AbortSignal,
): Promise<Address | null> {
  try {
    return await api.json({ path: `postal-codes/${digits}`, signal }, addressSchema);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
