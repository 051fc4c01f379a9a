import { expect, test } from 'vitest';
import { boxWithin, draggedBox, type Grip } from './window-box.ts';

const least = { width: 600, height: 302 };
const page = { width: 1366, height: 768 };
const box = { left: 100, top: 100, width: 700, height: 400 };
const dragged = (grip: Grip, right: number, down: number) => draggedBox(box, grip, right, down, least, page);

test('[REP-06] a window is dragged anywhere on the page, and not out of it', () => {
  expect(dragged('move', 50, -20)).toEqual({ ...box, left: 150, top: 80 });
  expect(dragged('move', -500, -500)).toEqual({ ...box, left: 0, top: 0 });
  expect(dragged('move', 5000, 5000)).toEqual({ ...box, left: 666, top: 368 });
});

test('[REP-06] a window is resized by its edges, never below 600 × 302 nor beyond the page', () => {
  expect(dragged('se', 40, 30)).toEqual({ ...box, width: 740, height: 430 });
  expect(dragged('se', -400, -400)).toEqual({ ...box, ...least });
  expect(dragged('e', 5000, 9)).toEqual({ ...box, width: 1266 });
  expect(dragged('w', -60, 0)).toEqual({ ...box, left: 40, width: 760 });
  expect(dragged('w', 400, 0)).toEqual({ ...box, left: 200, width: 600 });
});

test('a window that was left on a larger screen comes into this one', () => {
  expect(boxWithin({ left: 1500, top: 900, width: 1600, height: 300 }, least, page)).toEqual({
    left: 0,
    top: 466,
    width: 1366,
    height: 302,
  });
});

test('[REP-06] a window stays in the room that is left to it, and fills it where it would be wider', () => {
  const room = { ...page, left: 56, width: 930 };
  expect(boxWithin({ ...box, left: 20 }, least, room)).toEqual({ ...box, left: 56 });
  expect(boxWithin({ ...box, width: 900 }, least, room)).toEqual({ ...box, left: 56, width: 874 });
  expect(draggedBox(box, 'w', -90, 0, least, room)).toEqual({ ...box, left: 56, width: 744 });
});
