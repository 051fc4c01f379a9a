import type { Tally } from './tally.ts';

/** The parts of Vitest's JSON report that are counted. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** What was thrown outside its tests. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[] | undefined;
    }[];
  }[];
}

/**
 * A file that fails without a failed test (it does not load, its set-up throws) counts as one failed test, and so does
 * a run that ends badly without any (an error outside every test).
 */
export function tallyOfVitest(report: VitestReport, endedWell: boolean): Tally {
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = report.numFailedTests + brokenFiles.length;
  return {
    passed: report.numPassedTests,
    failed: endedWell ? failed : Math.max(failed, 1),
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...brokenFiles.map(({ name, message }) => `${name}: ${firstLine(message)}`),
      ...testsOf(report, 'failed'),
    ],
    retried: testsOf(report, 'passed'),
  };
}

/** The tests of this outcome that failed once or more, each with why. */
function testsOf({ testResults }: VitestReport, outcome: string): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ status, fullName, failureMessages: [first] = [] }) =>
      status === outcome && first !== undefined ? [`${name}: ${fullName}: ${firstLine(first)}`] : [],
    ),
  );
}

function firstLine(message: string): string {
  return message.replace(/\n.*/s, '');
}
