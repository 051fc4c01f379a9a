/** Bing's Imagery Metadata: where its tiles are, for the owner of a key. */
import type { TileService } from '@atalaia/contract/server/tile-sources';
import { z } from 'zod';

const answerSchema = z.object({
  resourceSets: z.tuple(
    [
      z.object({
        resources: z.tuple(
          [
            z.object({
              /** With `{subdomain}`, `{quadkey}` and sometimes `{culture}`. */
              imageUrl: z.string(),
              imageUrlSubdomains: z.tuple([z.string()], z.string()),
              zoomMax: z.number(),
            }),
          ],
          z.unknown(),
        ),
      }),
    ],
    z.unknown(),
  ),
});

/** The tiles that an answer describes; null for an answer of any other shape, as a wrong key gets. */
export function bingTiles(answer: unknown, culture: string): TileService | null {
  const read = answerSchema.safeParse(answer);
  if (!read.success) return null;
  const { imageUrl, imageUrlSubdomains, zoomMax } = read.data.resourceSets[0].resources[0];
  const url = imageUrl
    .replace(/^http:/, 'https:')
    .replace('{subdomain}', hostsOf(imageUrlSubdomains))
    .replace('{quadkey}', '{q}')
    .replace('{culture}', culture);
  return { url, grid: 'web', attribution: '© Microsoft Bing', maxZoom: zoomMax };
}

/** `t0`, `t1`, `t2`, `t3` as `t{0-3}`, which an address of tiles knows; of others the first serves. */
function hostsOf(names: readonly [string, ...string[]]): string {
  const [first] = names;
  const last = names.at(-1) ?? first;
  const head = first.slice(0, -1);
  const alike = names.length > 1 && names.every((name) => name.slice(0, -1) === head);
  return alike ? `${head}{${first.slice(-1)}-${last.slice(-1)}}` : first;
}

/** Requests the tiles; rejects when nobody answers or the key is refused. */
export async function askBing(metadataUrl: string, signal: AbortSignal): Promise<TileService> {
  const response = await fetch(metadataUrl, { signal, credentials: 'omit' });
  const tiles = bingTiles(await response.json(), document.documentElement.lang || 'pt-BR');
  if (!tiles) throw new Error('Bing refused the key');
  return tiles;
}
