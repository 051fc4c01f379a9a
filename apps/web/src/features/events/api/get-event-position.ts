import { type Position, positionSchema } from '@atalaia/contract/devices/position';
import type { Event } from '@atalaia/contract/rules/event';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { fetchDeviceRows } from '../../../lib/fleet/use-device-rows.ts';

export interface EventPosition {
  readonly position: Position;
  /** False: the event has none, or it is no longer kept, and this is where its device was seen last. */
  readonly isOwn: boolean;
}

/** Where an event happened, or else its device's last position; null when the device never had one. */
export async function getEventPosition(
  api: ApiClient,
  { positionId, deviceId }: Pick<Event, 'positionId' | 'deviceId'>,
  signal: AbortSignal,
): Promise<EventPosition | null> {
  if (positionId > 0) {
    const query = { id: positionId };
    const [own] = await api.json({ path: 'positions', query, signal }, z.array(positionSchema));
    if (own) return { position: own, isOwn: true };
  }
  const last = (await fetchDeviceRows(api, [deviceId], signal)).get(deviceId)?.position;
  return last ? { position: last, isOwn: false } : null;
}
