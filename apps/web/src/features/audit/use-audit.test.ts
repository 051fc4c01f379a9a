import { expect, test } from 'vitest';
import { isNoDay } from '../../resources/list/endless-list.tsx';
import { filterOf, noFilter } from './audit-view.tsx';

const zone = 'America/Fortaleza';

test("[SEC-03] days are asked for whole, in the person's zone", () => {
  expect(filterOf({ ...noFilter, from: '30/11/2026', to: '30/11/2026' }, zone)).toMatchObject({
    from: '2026-11-30T03:00:00.000Z',
    to: '2026-12-01T02:59:59.999Z',
  });
});

test('[SEC-03] what is no day asks for nothing, and is told once it is typed whole', () => {
  expect(['31/02/2026', '31/0', '', '28/02/2026'].map(isNoDay)).toEqual([true, false, false, false]);
  expect(filterOf({ ...noFilter, from: '', to: '31/1' }, zone)).toEqual({});
});
