import { expect, test } from 'vitest';
import { tallyOfPlaywright } from './playwright-tally.ts';
import { lineOf, sum } from './tally.ts';
import { tallyOfVitest } from './vitest-tally.ts';

const good = { status: 'passed', fullName: 'it counts', failureMessages: [] };
const late = { status: 'passed', fullName: 'it waits', failureMessages: ['Error: nothing came'] };
const bad = { status: 'failed', fullName: 'it adds', failureMessages: ['Error: 1 is not 2\n    at a line'] };
const passing = { name: 'a.test.ts', status: 'passed', message: '', assertionResults: [good] };
const failing = { name: 'b.test.ts', status: 'failed', message: '', assertionResults: [bad, good, late] };
const notLoading = { name: 'c.test.ts', status: 'failed', message: 'no such module', assertionResults: [] };
const counts = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 3, numTodoTests: 1 };

test('[OPS-01] the last line of a run is exactly its sum', () => {
  const tally = sum([
    { passed: 1, failed: 0, skipped: 0, failures: [], retried: ['three'] },
    { passed: 40, failed: 2, skipped: 3, failures: ['one', 'two'], retried: [] },
  ]);
  expect(lineOf(tally)).toBe('41 passed, 2 failed, 3 skipped');
  expect(tally.failures).toEqual(['one', 'two']);
  expect(tally.retried).toEqual(['three']);
});

test('a test file that does not load counts as a failed test, and each failure is named', () => {
  const report = { ...counts, testResults: [passing, failing, notLoading] };
  expect(tallyOfVitest(report, false)).toEqual({
    passed: 2,
    failed: 2,
    skipped: 4,
    failures: ['c.test.ts: no such module', 'b.test.ts: it adds: Error: 1 is not 2'],
    retried: ['b.test.ts: it waits: Error: nothing came'],
  });
});

test('an error outside every test makes a run fail', () => {
  const report = { ...counts, numFailedTests: 0, testResults: [passing] };
  expect(tallyOfVitest(report, true).failed).toBe(0);
  expect(tallyOfVitest(report, false).failed).toBe(1);
});

test('a journey that failed twice failed and is named; one that passed when tried again passed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 0 };
  const spec = (title: string, status: string) => ({ title, file: 'd.spec.ts', tests: [{ status }] });
  const inner = { specs: [spec('one', 'expected'), spec('two', 'unexpected')] };
  const suites = [{ specs: [spec('three', 'flaky')], suites: [inner] }];
  expect(tallyOfPlaywright({ stats, errors: [], suites }, false)).toEqual({
    passed: 6,
    failed: 1,
    skipped: 0,
    failures: ['d.spec.ts: two'],
    retried: ['d.spec.ts: three'],
  });
});

test('a browser run without a journey failed', () => {
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  const errors = [{ message: 'no journey found' }];
  expect(tallyOfPlaywright({ stats, errors: [], suites: [] }, true).failed).toBe(1);
  expect(tallyOfPlaywright({ stats, errors, suites: [] }, false).failures).toEqual(['no journey found']);
});
