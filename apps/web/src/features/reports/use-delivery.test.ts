import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Text } from '../../lib/texts/texts.ts';
import { isInvalidQuery, reportFailureText } from './use-delivery.ts';

const text: Text = (key: string) => key;

test('[REP-08] a report that took too long says so, and a lost connection is another matter', () => {
  const late = new ApiError('connection', 0, undefined, new DOMException('late', 'TimeoutError'));
  expect(reportFailureText(late, text)).toBe('report.timeout');
  expect(reportFailureText(new ApiError('connection', 0), text)).toBe('error.connection');
  expect(reportFailureText(new ApiError('report-too-large', 400), text)).toBe('apiError.report-too-large');
});

test('[REP-02] a query that the server refuses is said to be invalid data of the report’s type', () => {
  expect(isInvalidQuery(new ApiError('invalid-input', 400))).toBe(true);
  expect(isInvalidQuery(new ApiError('report-too-large', 400))).toBe(false);
  expect(isInvalidQuery(new Error('invalid-input'))).toBe(false);
});
