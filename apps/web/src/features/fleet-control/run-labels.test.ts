import type { FleetControlRun } from '@atalaia/contract/providers/fleet-control-sync';
import { expect, test } from 'vitest';
import { countOf, mayGoOn, placeOf, shareOf } from './run-labels.ts';

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

test('[FLT-01] an exchange that came to its end, or that a restore ended, does not go on', () => {
  expect(mayGoOn(run({ state: 'stopped', step: 'sending', failure: null }))).toBe(true);
  expect(mayGoOn(run({ state: 'waiting', step: 'clients', failure: null }))).toBe(true);
  expect(mayGoOn(run({ state: 'running', step: 'clients', failure: null }))).toBe(false);
  expect(mayGoOn(run({ state: 'stopped', step: 'done', failure: null }))).toBe(false);
  expect(mayGoOn(run({ state: 'done', step: 'done', failure: null }))).toBe(false);
});
