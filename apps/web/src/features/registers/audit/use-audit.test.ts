import { expect, test } from 'vitest';
import { noFilter, wishOf } from './use-audit.ts';

const zone = 'America/Fortaleza';

test("[SEC-03] days are asked for whole, in the person's zone", () => {
  expect(wishOf({ ...noFilter, from: '2026-11-30', to: '2026-11-30' }, zone)).toMatchObject({
    from: '2026-11-30T03:00:00.000Z',
    to: '2026-12-01T02:59:59.999Z',
  });
});

test('[SEC-03] what is no day asks for nothing', () => {
  expect(wishOf({ ...noFilter, from: '', to: '2026-1' }, zone)).toMatchObject({
    from: undefined,
    to: undefined,
  });
});
