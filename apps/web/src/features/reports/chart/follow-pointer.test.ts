// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { followPointer } from './follow-pointer.ts';

/** An axis below a pointer, and what was told of it. */
function open() {
  const over = document.createElement('div');
  over.setPointerCapture = () => undefined;
  const told: (number | null)[] = [];
  const [drag, click] = [vi.fn(), vi.fn()];
  const nothing = () => undefined;
  const pointer = followPointer(over, {
    ...{ instantAt: () => 0, wheel: nothing, doubleClick: nothing, drag, click },
    point: (at) => told.push(at),
  });
  const send = (type: string, clientX: number) =>
    over.dispatchEvent(Object.assign(new Event(type), { button: 0, pointerId: 1, clientX }));
  return { pointer, told, drag, click, send };
}

test('[REP-01] the place below a pointer is told at once', () => {
  const { pointer, told } = open();
  pointer.pointAt(7);
  pointer.pointAt(null);
  expect(told).toEqual([7, null]);
});

test.each(['pointerup', 'pointercancel'])(
  '[REP-01] while an axis is dragged no place is told; after %s the last one is, once',
  (end) => {
    const { pointer, told, drag, send } = open();
    send('pointerdown', 100);
    send('pointermove', 90);
    for (const at of [8, 9, 10]) pointer.pointAt(at);
    expect(drag).toHaveBeenCalledWith(-10);
    expect(told).toEqual([]);
    send(end, 90);
    expect(told).toEqual([10]);
    pointer.pointAt(11);
    send(end, 90);
    expect(told).toEqual([10, 11]);
  },
);

test('[REP-01] a pointer that is pressed and hardly moved clicks, and goes on telling', () => {
  const { pointer, told, click, send } = open();
  send('pointerdown', 100);
  send('pointermove', 102);
  pointer.pointAt(8);
  send('pointerup', 102);
  expect([told, click.mock.calls.length]).toEqual([[8], 1]);
});
