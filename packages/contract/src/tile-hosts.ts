/**
 * Hosts that the built-in base maps load pictures from. The server's content policy allows these and the host of the
 * custom map; a tile source of any other host shows nothing.
 */
export const tileHosts: readonly string[] = Object.freeze([
  'https://tile.openstreetmap.org',
  'https://server.arcgisonline.com',
]);

/** The origin of a map address with placeholders (`https://{a-c}.tiles.example/{z}/{x}/{y}.png`), as a policy names it. */
export function tileHostOf(mapUrl: string | null): string | undefined {
  const origin = /^(https?):\/\/(?:\{[^}]*\}\.)?([a-z0-9.-]+(?::\d{1,5})?)(?:\/|$)/i.exec(mapUrl ?? '');
  if (!origin?.[1] || !origin[2]) return undefined;
  const hasPlaceholder = mapUrl?.includes('://{');
  return `${origin[1]}://${hasPlaceholder ? '*.' : ''}${origin[2]}`.toLowerCase();
}
