import { expect, test } from 'vitest';
import { createLeaveGuard } from './leave-guard.ts';

test('who holds nothing is left at once, and who does is asked first', () => {
  const guard = createLeaveGuard();
  const deleted: string[] = [];
  guard.leave(() => deleted.push('list'));
  let requested: (() => void) | undefined;
  const letGo = guard.hold((go) => {
    requested = go;
  });
  guard.leave(() => deleted.push('map'));
  expect(deleted).toEqual(['list']);
  requested?.();
  expect(deleted).toEqual(['list', 'map']);
  expect(guard.isHeld()).toBe(true);
  letGo();
  letGo();
  guard.leave(() => deleted.push('login'));
  expect(deleted).toEqual(['list', 'map', 'login']);
});
