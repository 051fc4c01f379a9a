import { expect, test } from 'vitest';
import { bingTiles } from './raster-layer.ts';
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
