import { expect, test } from 'vitest';
import { tallyOfPlaywright } from './playwright-tally.ts';
import { lineOf, sum } from './tally.ts';
import { tallyOfVitest } from './vitest-tally.ts';

const passing = { status: 'passed', assertionResults: [{ status: 'passed' }] };
const failing = { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] };
const notLoading = { status: 'failed', assertionResults: [] };
const counts = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 3, numTodoTests: 1 };

test('[OPS-01] the last line of a run is exactly its sum', () => {
  const tally = sum([
    { passed: 1, failed: 0, skipped: 0 },
    { passed: 40, failed: 2, skipped: 3 },
  ]);
  expect(lineOf(tally)).toBe('41 passed, 2 failed, 3 skipped');
});

test('a test file that does not load counts as a failed test', () => {
  const report = { ...counts, testResults: [passing, failing, notLoading] };
  expect(tallyOfVitest(report, false)).toEqual({ passed: 2, failed: 2, skipped: 4 });
});

test('an error outside every test makes a run fail', () => {
  const report = { ...counts, numFailedTests: 0, testResults: [passing] };
  expect(tallyOfVitest(report, true).failed).toBe(0);
  expect(tallyOfVitest(report, false).failed).toBe(1);
});

test('a journey that failed twice failed; one that passed when tried again passed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 0 };
  expect(tallyOfPlaywright({ stats, errors: [] }, false)).toEqual({ passed: 6, failed: 1, skipped: 0 });
});

test('a browser run without a journey failed', () => {
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  expect(tallyOfPlaywright({ stats, errors: [] }, true).failed).toBe(1);
});
