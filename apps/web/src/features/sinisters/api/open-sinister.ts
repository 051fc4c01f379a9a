import { type Sinister, type SinisterOpening, sinisterSchema } from '@atalaia/contract/sinister';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Opens a case; who opened it is who is signed in. */
export function openSinister(api: ApiClient, opening: SinisterOpening): Promise<Sinister> {
  return api.json({ method: 'POST', path: 'sinisters/open', json: opening }, sinisterSchema);
}
