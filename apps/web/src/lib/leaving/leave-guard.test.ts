import { expect, test } from 'vitest';
import { createLeaveGuard } from './leave-guard.ts';

test('who holds nothing is left at once, and who does is asked first', () => {
  const guard = createLeaveGuard();
  const gone: string[] = [];
  guard.leave(() => gone.push('list'));
  let asked: (() => void) | undefined;
  const letGo = guard.hold((go) => {
    asked = go;
  });
  guard.leave(() => gone.push('map'));
  expect(gone).toEqual(['list']);
  asked?.();
  expect(gone).toEqual(['list', 'map']);
  expect(guard.isHeld()).toBe(true);
  letGo();
  letGo();
  guard.leave(() => gone.push('login'));
  expect(gone).toEqual(['list', 'map', 'login']);
});
