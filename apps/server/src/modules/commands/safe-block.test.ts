import { expect, test } from 'vitest';
import { blockHindrance, type LastFix } from './safe-block.ts';

const nowMs = Date.UTC(2026, 10, 21, 12);
const limits = { maxSpeedKph: 20, maxFixAgeMs: 300_000 };
const fix = (more: Partial<LastFix> & { speedKph?: number; ageMs?: number }): LastFix => ({
  speedKnots: (more.speedKph ?? 0) / 1.852,
  fixTimeMs: nowMs - (more.ageMs ?? 1000),
  serverTimeMs: nowMs - (more.ageMs ?? 1000),
  isReliable: true,
  ...more,
});
const reasonsOf = (last: LastFix | undefined) => blockHindrance(last, limits, nowMs)?.reasons;

test('[CMD-07] a vehicle that stands still and was just seen is blocked without asking again', () => {
  expect(reasonsOf(fix({}))).toBeUndefined();
  expect(reasonsOf(fix({ speedKph: 20, ageMs: 300_000 }))).toBeUndefined();
});

test('[CMD-07] above the speed, with an old fix or with none, it is asked again; the answer says what is the matter', () => {
  expect(reasonsOf(fix({ speedKph: 20.2 }))).toEqual(['too-fast']);
  expect(reasonsOf(fix({ ageMs: 300_001 }))).toEqual(['fix-too-old']);
  expect(reasonsOf(fix({ speedKph: 90, ageMs: 3_600_000 }))).toEqual(['too-fast', 'fix-too-old']);
  expect(reasonsOf(undefined)).toEqual(['no-fix']);
  expect(reasonsOf(fix({ isReliable: false }))).toEqual(['no-fix']);
  expect(blockHindrance(fix({ speedKph: 90 }), limits, nowMs)).toEqual({
    reasons: ['too-fast'],
    speedKph: 90,
    fixAgeSeconds: 1,
    maxSpeedKph: 20,
    maxFixAgeSeconds: 300,
  });
});

test('[CMD-07] a clock that runs ahead makes no old fix new', () => {
  const aheadMs = nowMs + 7_200_000;
  expect(reasonsOf(fix({ fixTimeMs: aheadMs, serverTimeMs: nowMs - 600_000 }))).toEqual(['fix-too-old']);
  expect(reasonsOf(fix({ fixTimeMs: aheadMs, serverTimeMs: nowMs - 1000 }))).toBeUndefined();
});
