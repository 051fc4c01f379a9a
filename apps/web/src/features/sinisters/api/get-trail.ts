import { type TrailPlace, trailPlaceSchema } from '@atalaia/contract/sinister-trail';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Where the vehicle of a case was since it was opened, oldest first. */
export function getTrail(
  api: ApiClient,
  sinisterId: number,
  signal: AbortSignal,
): Promise<readonly TrailPlace[]> {
  return api.json({ path: `sinisters/${sinisterId}/trail`, signal }, z.array(trailPlaceSchema));
}
