import { expect, test } from 'vitest';
import { noFilter, queryOf } from './handled-view.tsx';

test("[EVT-03] a filter asks for what is chosen, and for whole days of the person's zone", () => {
  expect(queryOf(noFilter, 'America/Fortaleza')).toEqual({});
  const filter = {
    ...noFilter,
    keyword: '  doca ',
    userId: '7',
    types: ['deviceIdle'],
    from: '21/11/2026',
    to: '21/11/2026',
  };
  expect(queryOf(filter, 'America/Fortaleza')).toEqual({
    keyword: 'doca',
    userId: '7',
    type: ['deviceIdle'],
    from: '2026-11-21T03:00:00.000Z',
    to: '2026-11-22T02:59:59.999Z',
  });
  expect(queryOf({ ...noFilter, from: '21/1' }, 'UTC')).toEqual({});
});
