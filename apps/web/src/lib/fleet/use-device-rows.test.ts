import { expect, test } from 'vitest';
import { retryDelayMs } from './use-device-rows.ts';

test('[ERR-03] what failed is asked for again soon, then ever less often, at least twice a minute', () => {
  expect([0, 1, 2, 3, 4, 5000].map(retryDelayMs)).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000]);
});
