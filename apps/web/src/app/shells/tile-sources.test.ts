import { tileHostOf, tileHosts } from '@atalaia/contract/tile-hosts';
import { expect, test } from 'vitest';
import { baseMaps } from '../../map/base-maps.ts';
import { tileSources } from './tile-sources.ts';

test("every base map has its tiles, from a host that the page's content policy allows", () => {
  for (const name of baseMaps) expect(tileHosts).toContain(tileHostOf(tileSources[name]?.url ?? null));
});
