/** The real writers behind `PUT devices/{id}/accumulators`, where no tracker is received. */
import type { Pool } from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { settingsFrom } from '../ingest/ingest-settings.ts';
import { createIngestMetrics } from '../ingest/metrics.ts';
import { noRules } from '../ingest/rules/rules.ts';
import { createTotals } from '../ingest/totals.ts';
import { createWriters } from '../ingest/writer/writers.ts';
import type { Bus } from '../platform/bus/bus.ts';

export function openTestTotals(pool: Pool, bus: Bus) {
  const writers = createWriters({
    pool,
    bus,
    log: pino({ level: 'silent' }),
    metrics: createIngestMetrics(new Registry(), () => writers.pending),
    count: 1,
    clock: { now: () => Date.now() },
    raise: (entry) => writers.push(entry),
    rules: () => ({ rules: noRules, settings: settingsFrom({}) }),
    onEntrySettled: () => undefined,
    onStatusChanged: () => undefined,
    onClaim: () => undefined,
  });
  const totals = createTotals({ now: () => Date.now() });
  totals.open(writers.push);
  return { totals, finish: () => writers.finish(AbortSignal.timeout(10_000)) };
}
