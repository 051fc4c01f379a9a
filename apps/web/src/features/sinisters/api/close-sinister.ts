import { type Sinister, type SinisterClosing, sinisterSchema } from '@atalaia/contract/sinister';
import type { ApiClient } from '../../../lib/api/api-client.ts';

export function closeSinister(api: ApiClient, closing: SinisterClosing): Promise<Sinister> {
  return api.json({ method: 'PUT', path: `sinisters/${closing.id}/close`, json: closing }, sinisterSchema);
}
