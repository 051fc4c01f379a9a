import type { Tally } from './tally.ts';

/** The parts of Playwright's JSON report that are counted. */
export interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  /** What went wrong outside every journey. */
  readonly errors: readonly unknown[];
}

/** A journey that only passed when it was tried again failed. A run without any journey failed too. */
export function tallyOfPlaywright({ stats, errors }: PlaywrightReport, endedWell: boolean): Tally {
  const failed = stats.unexpected + stats.flaky + errors.length;
  const ranNone = stats.expected + failed === 0;
  return {
    passed: stats.expected,
    failed: endedWell && !ranNone ? failed : Math.max(failed, 1),
    skipped: stats.skipped,
  };
}
