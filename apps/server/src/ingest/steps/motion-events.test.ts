import { expect, test } from 'vitest';
import { createPlanDrive, type Report } from '../testing/plan-drive.ts';
import { movingAfterMs, stoppedAfterMs } from './motion-events.ts';

const secondMs = 1000;
const at = (second: number, speedKnots: number, more: Partial<Report> = {}): Report => ({
  afterMs: second * secondMs,
  speedKnots,
  ...more,
});
const motion = (reports: readonly Report[]) =>
  createPlanDrive()
    .drive(reports)
    .map((types) => types.filter((type) => type === 'deviceMoving' || type === 'deviceStopped'));

test('[ING-07] a way that lasts is told once, and so is a stop', () => {
  const stop = 100 + stoppedAfterMs / secondMs;
  expect(
    motion([
      at(0, 0),
      at(10, 20),
      at(10 + movingAfterMs / secondMs, 20),
      at(90, 20),
      at(100, 0),
      at(stop, 0),
      at(999, 0),
    ]),
  ).toEqual([[], [], ['deviceMoving'], [], [], ['deviceStopped'], []]);
});

test('a traffic light is no stop, and a jerk no way', () => {
  expect(motion([at(0, 20), at(30, 0), at(90, 20), at(120, 0), at(130, 20)]).flat()).toEqual([]);
  expect(motion([at(0, 0), at(30, 5), at(40, 0), at(100, 5), at(120, 0)]).flat()).toEqual([]);
});

test('200 m are a way however short they lasted, and the ignition that goes off ends one at once', () => {
  const off = { attributes: { ignition: false } };
  expect(motion([at(0, 0), at(5, 50), at(15, 50, { latitude: -23.5022 }), at(20, 0, off)])).toEqual([
    [],
    [],
    ['deviceMoving'],
    ['deviceStopped'],
  ]);
});

test("without a fix of its own a position tells motion only by the tracker's word", () => {
  const noFix = { valid: false };
  expect(motion([at(0, 0), at(10, 20, noFix), at(100, 20, noFix)]).flat()).toEqual([]);
  const word = { valid: false, attributes: { motion: true } };
  expect(motion([at(0, 0), at(10, 0, word), at(100, 0, word)]).flat()).toEqual(['deviceMoving']);
});
