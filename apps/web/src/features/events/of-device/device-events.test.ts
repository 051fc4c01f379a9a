import { expect, test } from 'vitest';
import { beginOf } from './device-events.tsx';

const nowMs = Date.parse('2026-11-21T01:30:00Z');

test('[ROUTE-04] today begins at midnight of the person, 24 hours and 7 days to the minute', () => {
  const begin = (period: 'today' | 'day' | 'week') =>
    new Date(beginOf(period, nowMs, 'America/Fortaleza')).toISOString();
  expect(begin('today')).toBe('2026-11-20T03:00:00.000Z');
  expect(begin('day')).toBe('2026-11-20T01:30:00.000Z');
  expect(begin('week')).toBe('2026-11-14T01:30:00.000Z');
});
