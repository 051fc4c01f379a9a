import { expect, test } from 'vitest';
import { addressOfDay, dayOf } from './day-of.ts';

const zone = 'America/Fortaleza';
const nowMs = Date.parse('2026-11-21T15:00:00Z');
const iso = (ms: number | undefined) => ms && new Date(ms).toISOString();

test('[REP-03] a chosen day is the person’s own, from his midnight to the last instant of it', () => {
  const day = dayOf(Date.parse('2026-11-20T01:30:00Z'), 0, zone, nowMs);
  expect([iso(day?.fromMs), iso(day?.toMs)]).toEqual([
    '2026-11-19T03:00:00.000Z',
    '2026-11-20T02:59:59.999Z',
  ]);
});

test('today ends now, and no day to come is offered', () => {
  const today = dayOf(Date.parse('2026-11-20T12:00:00Z'), 1, zone, nowMs);
  expect([iso(today?.fromMs), iso(today?.toMs)]).toEqual([
    '2026-11-21T03:00:00.000Z',
    '2026-11-21T15:00:00.000Z',
  ]);
  expect(dayOf(nowMs, 1, zone, nowMs)).toBeNull();
});

test('[KEPT-02] a device’s day is played back from an address that a reload and a colleague can open', () => {
  const address = addressOfDay(7, Date.parse('2026-11-20T12:00:00Z'), zone, nowMs);
  expect(address).toBe(
    '?deviceId=7&from=2026-11-20T03%3A00%3A00.000Z&to=2026-11-21T02%3A59%3A59.999Z#playback',
  );
  expect(addressOfDay(7, nowMs + 3_600_000, zone, nowMs)).toContain('to=2026-11-21T15%3A00%3A00.000Z');
});
