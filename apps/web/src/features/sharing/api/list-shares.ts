import { type LocationShare, locationShareSchema } from '@atalaia/contract/location';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** The links in force that the person made; everybody's for an administrator. */
export function listShares(api: ApiClient, signal: AbortSignal): Promise<readonly LocationShare[]> {
  return api.json({ path: 'location/sessions', signal }, z.array(locationShareSchema));
}
