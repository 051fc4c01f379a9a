/** Which hosts a page with the map requests pictures from: its content policy names them, and no other shows anything. */
import { type BaseMapSource, bingHosts, type TileSettings, tileSourcesFrom } from './tile-sources.ts';

/** Hosts outside that the settings name, as a policy writes them. */
export interface MapHosts {
  /** Of tiles. */
  readonly pictures: readonly string[];
  /** Of what the map reads: the layer of places, Bing's metadata. */
  readonly texts: readonly string[];
}

/** Hosts of the three base maps that are always offered. */
export const tileHosts: readonly string[] = Object.freeze([
  'https://tile.openstreetmap.org',
  'https://server.arcgisonline.com',
]);

/** Where pictures of all base maps come from with these settings (`img-src`). */
export function tileHostsFrom(settings: TileSettings): readonly string[] {
  const sources: readonly BaseMapSource[] = Object.values(tileSourcesFrom(settings));
  const services = sources.flatMap((source) => (source.kind === 'tiles' ? source.services : []));
  const hosts = services.map(({ url }) => tileHostOf(url)).filter((host) => host !== undefined);
  return [...new Set([...tileHosts, ...hosts, ...(settings.bingKey ? [bingHosts.tiles] : [])])];
}

/** Where the map reads text from with these settings (`connect-src`): Bing's metadata and the layer of places. */
export function mapTextHostsFrom(
  settings: TileSettings & { readonly poiLayer?: string | null },
): readonly string[] {
  const poi = tileHostOf(settings.poiLayer ?? null);
  return [...(settings.bingKey ? [bingHosts.metadata] : []), ...(poi ? [poi] : [])];
}

/** The origin of a map address with placeholders (`https://{a-c}.tiles.example/{z}/{x}/{y}.png`), as a policy names it. */
export function tileHostOf(mapUrl: string | null): string | undefined {
  const address = /^(https?):\/\/([a-z0-9-]*\{[^}]*\}[a-z0-9-]*\.)?([a-z0-9.-]+(?::\d{1,5})?)(?:\/|$)/i.exec(
    mapUrl ?? '',
  );
  const [, scheme, varying, host] = address ?? [];
  if (!scheme || !host) return undefined;
  return `${scheme}://${varying ? '*.' : ''}${host}`.toLowerCase();
}
