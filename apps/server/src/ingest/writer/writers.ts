/** The writers side by side. A device always goes to the same one, and so keeps the order of its messages. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { isConnectionError, isOutOfSpace } from '../../errors/database-errors.ts';
import type { Bus, LiveFragment, PositionFragment } from '../../platform/bus/bus.ts';
import type { Clock } from '../clock.ts';
import type { Claim } from '../connection/claims-queries.ts';
import type { IngestMetrics } from '../metrics.ts';
import type { StepRules } from '../steps/step.ts';
import { createContendedDevices } from './contended-devices.ts';
import { createDeviceStates } from './device-states.ts';
import type { Entry } from './entry.ts';
import { createNumberBlocks } from './number-blocks.ts';
import type { Plan } from './plan.ts';
import { isoInstant } from './position-row.ts';
import type { EventRow, PositionRow, StateRow } from './rows.ts';
import { createWriter, type Writer } from './writer.ts';

/** Why nothing is stored while something waits, as `/health` reports it; the most severe first. */
const troubles = ['no-space', 'database-away', 'writers-stuck', 'commits-failing', 'clock-wrong'] as const;

export type Trouble = (typeof troubles)[number];

export interface WritersParts {
  readonly pool: Pool;
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly log: Logger;
  readonly metrics: IngestMetrics;
  readonly count: number;
  readonly clock: Clock;
  /** The database's disk has too little room, as far as it can be seen from here. */
  isOutOfSpace?(): boolean;
  /** Takes an entry of the writers' own on the way that all entries go. */
  raise(entry: Entry): void;
  /** What holds now. */
  rules(): StepRules;
  onEntrySettled(entry: Entry): void;
  /** Positions were committed; of those that were sent again some were there before. */
  onStored?(positions: readonly PositionRow[]): void;
  onStatusChanged(deviceIds: readonly number[]): void;
  /** A claim to a device's connection was committed, or was refused for a higher one. */
  onClaim(deviceId: number, claim: Claim, outcome: 'held' | 'superseded'): void;
}

export interface Writers {
  push(entry: Entry): void;
  readonly pending: number;
  /** Undefined while what waits is stored. */
  readonly trouble: Trouble | undefined;
  /** Resolves when everything pushed is settled; gives up on a database that is away once the signal aborts. */
  finish(giveUp: AbortSignal): Promise<void>;
}

/** Which writer commits the entries of a device: always the same. */
export const writerOf = (deviceId: number, writers: number): number => deviceId % writers;

const firstWaitMs = 25;
const longestWaitMs = 1000;

/** A commit that fails is retried for so long before `/health` reports it, ms: a server that restarts is back by then. */
const reportAfterMs = 1000;
/** A transaction that takes longer counts as not answered, ms; a busy disk's longest takes half of it. */
const stuckAfterMs = 4000;

interface Failing {
  readonly cause: Trouble;
  readonly sinceMs: number;
}

export function createWriters(parts: WritersParts): Writers {
  const { bus, log, metrics } = parts;
  let givenUp: AbortSignal | undefined;

  const unsubscribes: (() => void)[] = [];

  const report = (error: unknown, cause: Trouble, waitMs: number) => {
    const reason = error instanceof Error ? error.message : String(error);
    if (cause === 'no-space')
      log.error({ reason, waitMs }, 'no space on the disk of the database; nothing is acknowledged');
    else if (cause === 'database-away')
      log.warn({ err: error, waitMs }, 'the database is away; nothing is acknowledged');
    else log.error({ err: error, waitMs }, 'a commit failed; nothing is acknowledged');
  };

  let saidUnpacked = false;
  const onUnpacked = (err: unknown) => {
    if (!saidUnpacked) log.warn({ err }, 'positions are stored with the names of their attributes');
    saidUnpacked = true;
  };

  const one = () => {
    const states = createDeviceStates();
    const contended = createContendedDevices(parts.clock);
    unsubscribes.push(bus.subscribe('deviceRegistry', ({ deviceIds }) => states.changed(deviceIds)));
    let waitMs = firstWaitMs;
    /** Until an entry is settled by the database. */
    let failing: Failing | undefined;
    const writer: Writer = createWriter({
      pool: parts.pool,
      states,
      positionNumbers: createNumberBlocks('position_ids'),
      eventNumbers: createNumberBlocks('event_ids'),
      rules: parts.rules,
      onUnpacked,
      isApart: contended.has,
      onFault: (error) => log.error({ err: error }, 'what follows from a commit failed; the writer goes on'),
      onStale(devices, isGivenUp) {
        metrics.staleStates.inc(devices.length);
        const ids = devices.map(({ id }) => id);
        const found = new Set([...contended.refused(ids), ...(isGivenUp ? contended.addAll(ids) : [])]);
        if (found.size > 0) log.warn({ deviceIds: [...found] }, 'another process writes these devices too');
        for (const { id, name } of devices) {
          if (found.has(id))
            parts.raise({ kind: 'contended', device: { id, name }, receivedMs: parts.clock.now() });
        }
      },
      onCommitTime: (seconds) => metrics.commitSeconds.observe(seconds),
      onCommitted({ plan, states, stored }) {
        waitMs = firstWaitMs;
        metrics.committed(plan, stored);
        announce(bus, plan, states);
        parts.onStored?.(plan.positions);
        for (const { id, deviceId, kind, error } of stored.aside > 0 ? plan.aside : []) {
          log.error({ id, deviceId, kind, error }, 'no table takes a message: it was set aside');
        }
        for (const [id, { held, superseded }] of plan.devices) {
          if (held) parts.onClaim(id, held, 'held');
          if (superseded) parts.onClaim(id, superseded, 'superseded');
        }
        const changed = [...plan.devices].filter(([, device]) => device.statusChanged).map(([id]) => id);
        if (changed.length > 0) parts.onStatusChanged(changed);
      },
      onSettled(entry, settlement) {
        if (settlement !== 'abandoned') failing = undefined;
        if ('receipt' in entry) entry.receipt.settle(settlement);
        parts.onEntrySettled(entry);
      },
      onRejected(entry, error) {
        metrics.rejected.inc();
        log.error(
          { err: error, deviceId: entry.device.id, kind: entry.kind },
          'a message could not be stored',
        );
      },
      async onAway(error, begunMs) {
        metrics.commitFailures.inc();
        // one that stood still before it failed has stored nothing since it was begun
        failing = { cause: causeOf(error, failing), sinceMs: failing?.sinceMs ?? begunMs };
        report(error, failing.cause, waitMs);
        do {
          if (givenUp?.aborted) return false;
          await sleep(waitMs, undefined, givenUp ? { signal: givenUp } : {}).catch(() => undefined);
          waitMs = Math.min(waitMs * 2, longestWaitMs);
          // each try would only fill the log, which has to last for who reads
        } while (failing.cause === 'no-space' && parts.isOutOfSpace?.());
        return !givenUp?.aborted;
      },
    });
    const trouble = (): Trouble | undefined => {
      if (writer.pending === 0) return undefined;
      if (failing?.cause === 'no-space') return failing.cause;
      if (failing && performance.now() - failing.sinceMs > reportAfterMs) return failing.cause;
      return writer.waitedMs > stuckAfterMs ? 'writers-stuck' : undefined;
    };
    return { writer, trouble };
  };
  const all = Array.from({ length: parts.count }, one);
  const writers = all.map(({ writer }) => writer);

  return {
    push(entry) {
      writers[writerOf(entry.device.id, writers.length)]?.push(entry);
    },
    get pending() {
      return writers.reduce((sum, writer) => sum + writer.pending, 0);
    },
    get trouble() {
      const met = new Set(all.map(({ trouble }) => trouble()));
      return troubles.find((trouble) => met.has(trouble));
    },
    async finish(giveUp) {
      givenUp = giveUp;
      await Promise.all(writers.map((writer) => writer.finish(giveUp)));
      for (const unsubscribe of unsubscribes) unsubscribe();
    },
  };
}

/** A server that went down for want of space is away until there is some. */
function causeOf(error: unknown, before: Failing | undefined): Trouble {
  if (isOutOfSpace(error)) return 'no-space';
  if (!isConnectionError(error)) return 'commits-failing';
  return before?.cause === 'no-space' ? 'no-space' : 'database-away';
}

/** Publishes what a committed batch stored: new positions, devices and events. */
function announce(bus: Pick<Bus, 'publish'>, plan: Plan, states: readonly StateRow[]): void {
  const positions: PositionFragment[] = [];
  for (const { deviceId, newest, positionJson: json } of states) {
    if (!newest || json === null) continue;
    const { id: positionId, position, receivedMs } = newest;
    positions.push({ deviceId, positionId, fixTimeMs: position.fixTimeMs, receivedMs, json });
  }
  if (positions.length > 0) bus.publish('positions', positions);
  if (plan.positions.length > 0) bus.publish('storedPositions', plan.positions);
  if (states.length > 0) bus.publish('heardDevices', states);
  if (plan.events.length > 0) bus.publish('events', plan.events.map(eventFragment));
  if (plan.events.some(({ mayBeAlarm }) => mayBeAlarm)) bus.publish('alarmQueue', {});
}

function eventFragment(row: EventRow): LiveFragment {
  return { deviceId: row.device.id, json: eventJson(row) };
}

/** The contract's Event as text. */
function eventJson(row: EventRow): string {
  return (
    `{"id":${row.id},"deviceId":${row.device.id},"type":"${row.type}","name":${JSON.stringify(row.device.name)},` +
    `"eventTime":"${isoInstant(row.eventTimeMs)}","serverTime":"${isoInstant(row.receivedMs)}",` +
    `"positionId":${row.positionId ?? 0},"geofenceId":${row.geofenceId ?? 0},` +
    `"maintenanceId":${row.maintenanceId ?? 0},"attributes":${row.attributesJson}}`
  );
}
