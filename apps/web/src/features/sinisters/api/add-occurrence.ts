import { type Occurrence, type OccurrenceInput, occurrenceSchema } from '@atalaia/contract/occurrence';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** An image of some megabytes over a slow line, ms. */
const timeoutMs = 120_000;

/** Tells of an open case; who tells it is who is signed in. */
export function addOccurrence(
  api: ApiClient,
  sinisterId: number,
  occurrence: OccurrenceInput,
): Promise<Occurrence> {
  const path = `sinisters/${sinisterId}/occurrences`;
  return api.json({ method: 'POST', path, json: occurrence, timeoutMs }, occurrenceSchema);
}
