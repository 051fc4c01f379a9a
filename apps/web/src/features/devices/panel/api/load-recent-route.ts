import { z } from 'zod';
import type { ApiClient } from '../../../../lib/api/api-client.ts';

const placeSchema = z.object({
  deviceId: z.number(),
  fixTime: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});

export type RoutePoint = z.infer<typeof placeSchema>;

const hourMs = 3_600_000;

/** How far back is looked, one after the other until enough is found, ms: a vehicle that stands says little of its way. */
const spansMs = [hourMs, 6 * hourMs, 24 * hourMs];

export interface RouteQuery {
  readonly deviceId: number;
  /** ISO 8601; the way ends here. */
  readonly until: string;
  /** Different places that are enough. */
  readonly places: number;
}

/** The places a device came through, oldest first, a day back at the most. Throws ApiError. */
export async function loadRecentRoute(
  api: ApiClient,
  { deviceId, until, places }: RouteQuery,
): Promise<readonly RoutePoint[]> {
  let way: readonly RoutePoint[] = [];
  for (const spanMs of spansMs) {
    const from = new Date(Date.parse(until) - spanMs).toISOString();
    way = await api.json({ path: 'positions', query: { deviceId, from, to: until } }, z.array(placeSchema));
    if (countPlaces(way) >= places) break;
  }
  return way;
}

/** Places in turn that differ from the one before. */
function countPlaces(way: readonly RoutePoint[]): number {
  return way.filter(({ latitude, longitude }, entry) => {
    const before = way[entry - 1];
    return latitude !== before?.latitude || longitude !== before.longitude;
  }).length;
}
