import type { PageWatch } from './page-watch.ts';

type Painted = Pick<PageWatch, 'originMs' | 'painted'>;

/**
 * From the server's writing to the screen, ms, one a tick that was painted from `fromMs` on (the page's clock). A tick that
 * was painted over before anybody saw it counts with the one that stood there instead. Throws where a tick would have been
 * on the screen before it was written: then ticks were taken for others, and no number of this run means anything.
 */
export function latenciesOf(
  { originMs, painted }: Painted,
  sentAtMs: readonly number[],
  fromMs: number,
): readonly number[] {
  return painted.flatMap(([tick, atMs], index) => {
    if (atMs < fromMs) return [];
    // what is painted shows this tick and all before it
    const firstTick = (painted[index - 1]?.[0] ?? tick - 1) + 1;
    return Array.from({ length: tick - firstTick + 1 }, (_, entry) => {
      const sentMs = sentAtMs[firstTick + entry] ?? Number.POSITIVE_INFINITY;
      const tookMs = originMs + atMs - sentMs;
      if (tookMs < 0) throw new Error(`tick ${firstTick + entry} was on the screen before it was written`);
      return tookMs;
    });
  });
}
