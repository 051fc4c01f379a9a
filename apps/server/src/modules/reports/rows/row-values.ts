/** Stored speeds and sums have digits that nobody measured. */
export function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}

export function instant(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
