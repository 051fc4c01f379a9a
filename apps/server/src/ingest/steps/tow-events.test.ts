import { expect, test } from 'vitest';
import { createPlanDrive, minuteMs, type Report } from '../testing/plan-drive.ts';

const at = (
  minute: number,
  metres: number,
  ignition: boolean | undefined,
  more: Partial<Report> = {},
): Report => ({
  afterMs: minute * minuteMs,
  latitude: -23.5 - metres / 111_195,
  attributes: ignition === undefined ? {} : { ignition },
  ...more,
});
const tows = (reports: readonly Report[], towMetres = 500) => {
  const device = createPlanDrive({ thresholds: { towMetres } });
  return reports.map((one) => {
    device.restart();
    return device
      .drive([one])
      .flat()
      .filter((type) => type === 'suspectedTow').length;
  });
};

test('[ING-07] a vehicle that goes away with its ignition off is told once, until the ignition was on again', () => {
  expect(
    tows([
      at(0, 0, true),
      at(1, 0, false),
      at(2, 300, false),
      at(3, 700, false),
      at(4, 1400, false),
      at(5, 3000, undefined),
      at(6, 3000, true),
      at(7, 9000, true),
      at(8, 9000, false),
      at(9, 9800, false),
      at(10, 10_500, undefined),
    ]),
  ).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1]);
});

test('one stray fix is no tow, nor is a way without a fix or with the ignition on or unknown', () => {
  expect(tows([at(0, 0, false), at(1, 800, false), at(2, 0, false), at(3, 800, false)])).toEqual([
    0, 0, 0, 0,
  ]);
  expect(tows([at(0, 0, undefined), at(1, 800, undefined), at(2, 1600, undefined)])).toEqual([0, 0, 0]);
  const noFix = { valid: false };
  expect(tows([at(0, 0, false), at(1, 800, false, noFix), at(2, 900, false, noFix)])).toEqual([0, 0, 0]);
});

test('the distance is a setting, and 0 turns it off', () => {
  const away = [at(0, 0, false), at(1, 800, false), at(2, 900, false)];
  expect(tows(away, 1000)).toEqual([0, 0, 0]);
  expect(tows(away, 0)).toEqual([0, 0, 0]);
});
