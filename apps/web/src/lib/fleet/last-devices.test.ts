import { expect, test } from 'vitest';
import { lastDevices, noteUsed } from './last-devices.ts';

test('the vehicles that were used last come first, each once, and no more than eight', () => {
  for (const id of [1, 2, 3, 2]) noteUsed(id);
  expect(lastDevices.get().ids).toEqual([2, 3, 1]);
  for (let id = 10; id < 20; id += 1) noteUsed(id);
  expect(lastDevices.get().ids).toEqual([19, 18, 17, 16, 15, 14, 13, 12]);
});
