const firstMs = 2000;
const longestMs = 30_000;

/** How long to wait before asking again after `failures` in a row, the first counting as 0, ms. */
export function retryDelayMs(failures: number): number {
  return Math.min(longestMs, firstMs * 2 ** failures);
}
