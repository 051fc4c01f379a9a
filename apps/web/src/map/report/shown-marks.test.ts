import { expect, test } from 'vitest';
import { type MarkKind, markKinds } from './report-drawing.ts';
import { type MarksOnMap, markAt, marksInView, spreadMarks } from './shown-marks.ts';

function marksOf(...marks: readonly (readonly [kind: MarkKind, x: number, y: number])[]): MarksOnMap {
  return {
    rows: Int32Array.from(marks, (_, row) => row),
    kinds: Uint8Array.from(marks, ([kind]) => markKinds.indexOf(kind)),
    xs: Float64Array.from(marks, ([, x]) => x),
    ys: Float64Array.from(marks, ([, , y]) => y),
  };
}

const screen = { width: 100, height: 100, resolution: 1, toPixel: () => [0, 100] as const };

test('of points that would lie on each other one is drawn, ends and stops always', () => {
  const marks = marksOf(['start', 1, 1], ['point', 1, 1], ['point', 2, 2], ['point', 40, 1], ['stop', 41, 1]);
  expect([...spreadMarks(marks, 1)]).toEqual([0, 1, 3, 4]);
  expect([...spreadMarks(marks, 0.01)]).toEqual([0, 1, 2, 3, 4]);
});

test('only what lies in sight is drawn, points below everything else', () => {
  const marks = marksOf(['stop', 10, 10], ['point', 20, 20], ['point', 500, 10]);
  const shown = marksInView(marks, spreadMarks(marks, 1), screen);
  expect(shown).toEqual([
    { row: 1, kind: 'point', x: 20, y: 80 },
    { row: 0, kind: 'stop', x: 10, y: 90 },
  ]);
});

test('[MAP-10] a click means the nearest mark in reach, the upper one of two at the same place, and none farther away', () => {
  const marks = marksOf(['start', 20, 20], ['stop', 20, 20], ['point', 26, 20]);
  const shown = marksInView(marks, spreadMarks(marks, 1), screen);
  expect(markAt(shown, 19, 80)?.row).toBe(1);
  expect(markAt(shown, 27, 80)?.row).toBe(2);
  expect(markAt(shown, 50, 50)).toBeNull();
});
