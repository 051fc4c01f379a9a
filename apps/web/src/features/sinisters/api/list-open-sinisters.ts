import { type Sinister, sinisterSchema } from '@atalaia/contract/sinister';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Every open sinister of a device the person sees. */
export function listOpenSinisters(api: ApiClient, signal: AbortSignal): Promise<readonly Sinister[]> {
  return api.json({ path: 'sinisters', signal }, z.array(sinisterSchema));
}
