import type { FleetControlRun } from '@atalaia/contract/providers/fleet-control-sync';
import { expect, test } from 'vitest';
import { countOf, placeOf, shareOf } from './run-labels.ts';

const run = (more: Partial<FleetControlRun>) => ({ handled: {}, totals: {}, ...more }) as FleetControlRun;

test('[FLT-01] progress counts steps, and within one as far as its number is known', () => {
  expect(placeOf(run({ step: 'clients' }))).toEqual({ at: 3, of: 13 });
  expect(shareOf(run({ step: 'situations' }))).toBe(0);
  expect(shareOf(run({ step: 'clients', handled: { clients: 50 }, totals: { clients: 100 } }))).toBeCloseTo(
    2.5 / 13,
  );
  expect(countOf(run({ step: 'customers', handled: { clients: 230, customers: 100 } }))).toEqual({
    count: 100,
    total: 230,
  });
  expect(shareOf(run({ step: 'clients', handled: { clients: 120 }, totals: { clients: 100 } }))).toBeCloseTo(
    3 / 13,
  );
  expect(shareOf(run({ step: 'done' }))).toBe(1);
});
