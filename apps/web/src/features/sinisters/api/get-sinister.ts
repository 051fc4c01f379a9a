import { type Sinister, sinisterSchema } from '@atalaia/contract/sinisters/sinister';
import type { ApiClient } from '../../../lib/api/api-client.ts';

export function getSinister(api: ApiClient, sinisterId: number, signal: AbortSignal): Promise<Sinister> {
  return api.json({ path: `sinisters/${sinisterId}`, signal }, sinisterSchema);
}
