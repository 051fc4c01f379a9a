import type { Occurrence } from '@atalaia/contract/occurrence';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** The image of an occurrence that has one. It is not asked for by its address alone: the call must bear the token. */
export async function getOccurrenceImage(
  api: ApiClient,
  { id, sinisterId }: Pick<Occurrence, 'id' | 'sinisterId'>,
  signal: AbortSignal,
): Promise<Blob> {
  const path = `sinisters/${sinisterId}/occurrences/${id}/image`;
  return new Blob([await api.bytes({ path, accept: 'image/*', signal })]);
}
