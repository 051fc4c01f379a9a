import { expect, test } from 'vitest';
import type { ApiClient, ApiRequest } from '../../../../lib/api/api-client.ts';
import { loadRecentRoute, type RoutePoint } from '../use-trace.ts';

const until = '2026-11-21T12:00:00.000Z';

/** An API whose device drove a place a minute, or stood, up to `until`. */
function apiOf(moving: boolean) {
  const requested: ApiRequest[] = [];
  const json = async (request: ApiRequest): Promise<RoutePoint[]> => {
    requested.push(request);
    const fromMs = Date.parse(String(request.query?.from));
    const minutes = (Date.parse(String(request.query?.to)) - fromMs) / 60_000;
    return Array.from({ length: minutes }, (_, minute) => ({
      deviceId: 7,
      fixTime: new Date(fromMs + minute * 60_000).toISOString(),
      latitude: -3.7,
      longitude: moving ? -38.5 + minute / 1000 : -38.5,
    }));
  };
  return { requested, api: { json } as unknown as ApiClient };
}

const startsOf = (requested: readonly ApiRequest[]) => requested.map(({ query }) => query?.from);

test('[PANEL-02] the way of a vehicle that drives is asked for an hour back, up to where it is', async () => {
  const { api, requested } = apiOf(true);
  const way = await loadRecentRoute(api, { deviceId: 7, until, places: 30 });
  expect(way).toHaveLength(60);
  expect(requested).toEqual([
    { path: 'positions', query: { deviceId: 7, from: '2026-11-21T11:00:00.000Z', to: until } },
  ]);
});

test('[PANEL-02] the way of a vehicle that stands is looked for a day back, and no farther', async () => {
  const { api, requested } = apiOf(false);
  expect(await loadRecentRoute(api, { deviceId: 7, until, places: 30 })).toHaveLength(24 * 60);
  expect(startsOf(requested)).toEqual([
    '2026-11-21T11:00:00.000Z',
    '2026-11-21T06:00:00.000Z',
    '2026-11-20T12:00:00.000Z',
  ]);
});
