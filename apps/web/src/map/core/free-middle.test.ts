import { expect, test } from 'vitest';
import { freeMiddle } from './free-middle.ts';

const map = { width: 950, height: 600 };
const panel = { left: 16, top: 64, right: 352, bottom: 500 };
const dashboard = { left: 574, top: 64, right: 874, bottom: 560 };

test('nothing over the map leaves its middle where it is', () => {
  expect(freeMiddle(map, [])).toEqual([0, 0]);
});

test('[MAP-06] between a panel and the dashboard is the middle of the gap', () => {
  expect(freeMiddle(map, [panel])).toEqual([176, 0]);
  expect(freeMiddle(map, [panel, dashboard])).toEqual([(352 + 574 - 950) / 2, 0]);
});

test('above a sheet is the middle of what it leaves', () => {
  const phone = { width: 360, height: 600 };
  expect(freeMiddle(phone, [{ left: 8, top: 340, right: 352, bottom: 592 }])).toEqual([0, -130]);
});

test('a map that is covered whole, or leaves a slit, keeps its own middle', () => {
  expect(freeMiddle(map, [{ left: 0, top: 0, right: 950, bottom: 600 }])).toEqual([0, 0]);
  expect(freeMiddle({ width: 700, height: 600 }, [panel, { ...dashboard, left: 400, right: 684 }])).toEqual([
    0, 0,
  ]);
});
