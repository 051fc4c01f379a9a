import { expect, test } from 'vitest';
import { bingTiles, googleTiles } from './raster-layer.ts';
import { tileAddress } from './tile-address.ts';

const answer = {
  statusCode: 200,
  authenticationResultCode: 'ValidCredentials',
  resourceSets: [
    {
      estimatedTotal: 1,
      resources: [
        {
          imageHeight: 256,
          imageUrl:
            'http://ecn.{subdomain}.tiles.virtualearth.net/tiles/r{quadkey}.jpeg?g=14245&mkt={culture}',
          imageUrlSubdomains: ['t0', 't1', 't2', 't3'],
          zoomMax: 21,
          zoomMin: 1,
        },
      ],
    },
  ],
};

test("[MAP-03] Bing's tiles are found through its metadata, by quadkey, over https", () => {
  const tiles = bingTiles(answer, 'pt-BR');
  expect(tiles?.maxZoom).toBe(21);
  expect(tileAddress(tiles?.url ?? '', { zoom: 3, column: 3, row: 5 })).toBe(
    'https://ecn.t0.tiles.virtualearth.net/tiles/r213.jpeg?g=14245&mkt=pt-BR',
  );
});

test('[MAP-03] a refused key, an empty answer and nonsense give no tiles', () => {
  const refused = { statusCode: 401, authenticationResultCode: 'InvalidCredentials', resourceSets: [] };
  for (const other of [refused, { resourceSets: [{ resources: [] }] }, null, 'no', 7])
    expect(bingTiles(other, 'en')).toBeNull();
});

test('[TILE-02] Google’s tiles are asked for with the session that a key is given, which is renewed before it ends', () => {
  const nowMs = Date.parse('2026-01-01T00:00:00Z');
  const expiry = String(nowMs / 1000 + 86_400);
  const { service, renewMs } = googleTiles({ session: 'a+b', expiry, tileWidth: 256 }, 'k', nowMs);
  expect(tileAddress(service.url, { zoom: 3, column: 3, row: 5 })).toBe(
    'https://tile.googleapis.com/v1/2dtiles/3/3/5?session=a%2Bb&key=k',
  );
  expect(service.attribution).toBe('© Google');
  expect(renewMs).toBe(23 * 60 * 60_000);
  expect(() => googleTiles({ error: { code: 403 } }, 'k', nowMs)).toThrow();
});
