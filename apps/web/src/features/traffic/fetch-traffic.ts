import { type TrafficEntry, trafficEntrySchema } from '@atalaia/contract/devices/traffic';
import { z } from 'zod';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** Whose traffic: a device's by its number, or that of a tracker nobody registered by the id it gave. */
export type TrafficOf = { readonly deviceId: number } | { readonly uniqueId: string };

/** Of the last minutes, oldest first (ING-09). */
export function fetchTraffic(
  api: ApiClient,
  of: TrafficOf,
  signal: AbortSignal,
): Promise<readonly TrafficEntry[]> {
  const path =
    'deviceId' in of
      ? `devices/${of.deviceId}/traffic`
      : `unknown-trackers/${encodeURIComponent(of.uniqueId)}/traffic`;
  return api.json({ path, signal }, z.array(trafficEntrySchema));
}
