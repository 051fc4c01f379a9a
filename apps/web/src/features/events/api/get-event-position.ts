import { type Position, positionSchema } from '@atalaia/contract/position';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Where an event happened; null when its position is no longer kept. */
export async function getEventPosition(
  api: ApiClient,
  positionId: number,
  signal: AbortSignal,
): Promise<Position | null> {
  const query = { id: positionId };
  const [position] = await api.json({ path: 'positions', query, signal }, z.array(positionSchema));
  return position ?? null;
}
