/** One measured thing beside what it must be. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** The number as a whole: a mean, a ratio, a size. Absent where only the spread says something. */
  readonly measured?: number;
  /** Half the samples are at least as good. */
  readonly p50?: number;
  /** 99 of 100 samples are at least as good; with fewer than a hundred, all are. */
  readonly p99?: number;
  readonly limits?: readonly Limit[];
}

export interface Limit {
  readonly of: 'measured' | 'p50' | 'p99';
  readonly is: 'at least' | 'at most';
  readonly value: number;
}

export const atMost = (value: number, of: Limit['of'] = 'measured'): Limit => ({ of, is: 'at most', value });
export const atLeast = (value: number, of: Limit['of'] = 'measured'): Limit => ({
  of,
  is: 'at least',
  value,
});

/** False as well when the number that a limit refers to was not measured. */
export function isMet(figure: Figure): boolean {
  return (figure.limits ?? []).every(({ of, is, value }) => {
    const number = figure[of];
    if (number === undefined || Number.isNaN(number)) return false;
    return is === 'at most' ? number <= value : number >= value;
  });
}
