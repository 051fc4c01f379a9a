export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** One line for each failure that has a name. */
  readonly failures: readonly string[];
}

export const passed: Tally = { passed: 1, failed: 0, skipped: 0, failures: [] };
export const failed: Tally = { passed: 0, failed: 1, skipped: 0, failures: [] };

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
      failures: [...all.failures, ...one.failures],
    }),
    { passed: 0, failed: 0, skipped: 0, failures: [] },
  );
}

/** The last line of a run, which machines read too. */
export function lineOf({ passed, failed, skipped }: Omit<Tally, 'failures'>): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
