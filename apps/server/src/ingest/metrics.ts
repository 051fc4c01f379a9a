/** What ingest counts, as `/metrics` shows it. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Entry } from './writer/entry.ts';
import type { Plan } from './writer/plan.ts';
import type { Stored } from './writer/store-batch.ts';

export interface IngestMetrics {
  readonly connections: Gauge<'protocol'>;
  readonly frames: Counter<'protocol'>;
  /** Bad frames and streams, refusals, time-outs, bounds. */
  readonly errors: Counter<'protocol' | 'code'>;
  readonly unknownTrackers: Counter<'protocol'>;
  readonly takeovers: Counter<'protocol'>;
  /** Commands that left for a tracker. */
  readonly commands: Counter<'protocol'>;
  readonly commitFailures: Counter;
  readonly staleStates: Counter;
  readonly rejected: Counter;
  readonly commitSeconds: Histogram;
  received(entry: Entry): void;
  committed(plan: Plan, stored: Stored): void;
}

/** `pending` is asked when the metrics are read. */
export function createIngestMetrics(registry: Registry, pending: () => number): IngestMetrics {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `atalaia_ingest_${name}`, help, labelNames, registers });
  const lag = new Histogram({
    name: 'atalaia_ingest_lag_seconds',
    help: 'From the arrival of the oldest position of a transaction to its commit',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const positions = counter('positions_total', 'Positions stored', 'protocol');
  const odd = counter('odd_positions_total', 'Positions put aside because no partition takes them');
  const aside = counter('refused_messages_total', 'Messages set aside because no other table takes them');
  const repeats = counter('repeated_positions_total', 'Positions sent again and not stored again');
  const implausible = counter(
    'implausible_values_total',
    'Values that no vehicle can have, kept under another name',
    'protocol',
  );
  const events = counter('events_total', 'Events stored', 'type');
  new Gauge({
    name: 'atalaia_ingest_pending',
    help: 'Messages accepted and not committed yet',
    registers,
    collect() {
      this.set(pending());
    },
  });
  const failedExpressions = counter(
    'failed_expressions_total',
    'Computed attributes that could not be worked out',
  );
  return {
    connections: new Gauge({
      name: 'atalaia_ingest_connections',
      help: 'Open tracker connections',
      labelNames: ['protocol'],
      registers,
    }),
    frames: counter('frames_total', 'Whole messages received', 'protocol'),
    errors: counter('errors_total', 'Bad input, refusals and bounds met', 'protocol', 'code'),
    unknownTrackers: counter('unknown_trackers_total', 'Sign-ins with an id nobody registered', 'protocol'),
    takeovers: counter('takeovers_total', 'Connections replaced by a newer one of their tracker', 'protocol'),
    commands: counter('commands_total', 'Commands sent to trackers', 'protocol'),
    commitFailures: counter('commit_failures_total', 'Commits that failed and were tried again'),
    staleStates: counter(
      'stale_states_total',
      'Devices whose state another process had written first, so that their batch was worked out again',
    ),
    rejected: counter(
      'rejected_total',
      'Messages that could not be stored at all, not even set aside, and were not acknowledged',
    ),
    commitSeconds: new Histogram({
      name: 'atalaia_ingest_commit_seconds',
      help: 'Time of a transaction, from working it out to its commit',
      buckets: [0.002, 0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 1, 5, 30],
      registers,
    }),
    received(entry) {
      if (entry.kind === 'position' && entry.implausible !== undefined) {
        implausible.inc({ protocol: entry.protocol }, entry.implausible);
      }
    },
    committed(plan, stored) {
      const oldestMs = plan.positions.reduce(
        (least, row) => Math.min(least, row.receivedMs),
        Number.POSITIVE_INFINITY,
      );
      if (oldestMs < Number.POSITIVE_INFINITY) lag.observe(Math.max(Date.now() - oldestMs, 0) / 1000);
      const byProtocol = new Map<string, number>();
      for (const { protocol } of plan.positions) {
        byProtocol.set(protocol, (byProtocol.get(protocol) ?? 0) + 1);
      }
      for (const [protocol, count] of byProtocol) positions.inc({ protocol }, count);
      if (stored.odd > 0) odd.inc(stored.odd);
      if (stored.aside > 0) aside.inc(stored.aside);
      const before =
        plan.positions.length -
        stored.positions +
        plan.odd.length -
        stored.odd +
        plan.aside.length -
        stored.aside;
      if (plan.repeats + before > 0) repeats.inc(plan.repeats + before);
      if (plan.failedExpressions > 0) failedExpressions.inc(plan.failedExpressions);
      for (const { type } of plan.events) events.inc({ type });
    },
  };
}
