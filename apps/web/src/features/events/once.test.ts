import { expect, test } from 'vitest';
import { createOnce } from './components/event-toasts.tsx';

test('[NOT-01] a notice that is told again is not said again', () => {
  const once = createOnce();
  expect([1, 2, 1, 2, 3].filter(once)).toEqual([1, 2, 3]);
});

test('the memory of what was said is bounded', () => {
  const once = createOnce();
  for (let id = 0; id <= 1000; id++) once(id);
  expect(once(0)).toBe(true);
  expect(once(1000)).toBe(false);
});
