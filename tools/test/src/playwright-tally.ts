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
  readonly errors: readonly { readonly message?: string }[];
  readonly suites: readonly PlaywrightSuite[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly { readonly status: string }[];
  }[];
}

/**
 * A journey that passed when it was tried again passed, and Playwright names it in the run: a busy machine misses a
 * deadline once, a defect misses it twice. A run without any journey failed.
 */
export function tallyOfPlaywright({ stats, errors, suites }: PlaywrightReport, endedWell: boolean): Tally {
  const passed = stats.expected + stats.flaky;
  const failed = stats.unexpected + errors.length;
  const ranNone = passed + failed === 0;
  return {
    passed,
    failed: endedWell && !ranNone ? failed : Math.max(failed, 1),
    skipped: stats.skipped,
    failures: [
      ...errors.map(({ message = '' }) => message),
      ...suites.flatMap((suite) => titlesOf(suite, 'unexpected')),
    ],
    retried: suites.flatMap((suite) => titlesOf(suite, 'flaky')),
  };
}

function titlesOf({ suites = [], specs }: PlaywrightSuite, outcome: string): string[] {
  const chosen = specs.filter(({ tests }) => tests.some(({ status }) => status === outcome));
  const inner = suites.flatMap((suite) => titlesOf(suite, outcome));
  return [...chosen.map(({ file, title }) => `${file}: ${title}`), ...inner];
}
