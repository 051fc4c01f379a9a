import { type Driver, driverSchema } from '@atalaia/contract/driver';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** The driver with this unique id, among those the person sees; null when there is none. */
export async function findDriver(
  api: ApiClient,
  uniqueId: string,
  signal: AbortSignal,
): Promise<Driver | null> {
  const query = { keyword: uniqueId };
  const found = await api.json({ path: 'drivers', query, signal }, z.array(driverSchema));
  return found.find((driver) => driver.uniqueId === uniqueId) ?? null;
}
