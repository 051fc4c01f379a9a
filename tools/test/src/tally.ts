export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** One line for each failure that has a name. */
  readonly failures: readonly string[];
  /** Those that passed only when they were tried again. */
  readonly retried: readonly string[];
}

export const passed: Tally = { passed: 1, failed: 0, skipped: 0, failures: [], retried: [] };
export const failed: Tally = { passed: 0, failed: 1, skipped: 0, failures: [], retried: [] };

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
      failures: [...all.failures, ...one.failures],
      retried: [...all.retried, ...one.retried],
    }),
    { passed: 0, failed: 0, skipped: 0, failures: [], retried: [] },
  );
}

/** The last line of a run, which machines read too. */
export function lineOf({ passed, failed, skipped }: Pick<Tally, 'passed' | 'failed' | 'skipped'>): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
