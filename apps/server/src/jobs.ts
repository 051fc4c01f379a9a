/** What the server does from time to time. */
import type { Logger } from 'pino';
import { isConnectionError, isOutOfSpace } from './errors/database-errors.ts';
import type { Ingest } from './ingest/ingest.ts';
import type { Totals } from './ingest/totals.ts';
import { createAddresses } from './modules/addresses/addresses.ts';
import { createRemovedDevices } from './modules/devices/removed-devices-queries.ts';
import { createOdometerRepair } from './modules/odometer-repair/odometer-repair.ts';
import { createRetention } from './modules/retention/retention-queries.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/db/database.ts';
import { createLeases, type HeldLease } from './platform/db/leases/leases.ts';
import type { Geocoding } from './platform/geocoding/geocoding.ts';
import type { Stops } from './platform/shutdown.ts';
import { inSpan } from './platform/tracing.ts';
import { removeOldChanges } from './queries/changes/change-log.ts';
import type { Services } from './services.ts';

interface JobParts {
  readonly config: Config;
  readonly log: Logger;
  readonly stops: Stops;
  readonly database: Database;
  /** Asks the database for its time, and judges this machine's clock by it. */
  readonly measureClock: () => Promise<void>;
  readonly bus: Bus;
  readonly totals: Totals;
  /** Who has a live connection to this process. */
  readonly connectedUserIds: () => readonly number[];
  readonly ingest: Ingest;
  /** Keeps the files of the web client that are served here. */
  readonly keepFiles: () => Promise<void>;
  readonly services: Services;
  readonly geocoding: Geocoding;
  /** Makes the backup that is due. */
  readonly makeBackups: (signal: AbortSignal) => Promise<void>;
}

export function startJobs(parts: JobParts): void {
  const { config, log, stops, bus, totals, ingest, services, geocoding } = parts;
  const { pool, kysely } = parts.database;
  const addresses = createAddresses({ pool, bus, geocoding, everyMs: config.addressEveryMs });
  stops.add(addresses.stop);
  const retention = createRetention({ pool, log, dropPartitionsBefore: ingest.dropPartitionsBefore });
  const odometerRepair = createOdometerRepair({
    pool,
    kysely,
    log,
    correctHighest: async (deviceId, { metres, rereadMetres }) => {
      const correction = { attribute: 'odometer', value: metres, correctedValue: rereadMetres };
      const settled = await totals.correctHighest(deviceId, correction);
      return settled === 'committed' || settled === 'removed';
    },
  });
  const leases = createLeases({ kysely, log });
  /** By one process at a time. Which jobs need it, and why the others do not: `docs/operations.md`. */
  const once = (name: string, work: (signal: AbortSignal, lease: HeldLease) => Promise<void>) => {
    return (signal: AbortSignal) =>
      leases.run(name, signal, (lease) => work(lease.signal, lease)).then(() => undefined);
  };
  const everywhere = [
    { name: 'clock of the database', everyMs: 10_000, work: parts.measureClock },
    { name: 'statistics', everyMs: 60_000, work: services.statistics.write },
    { name: 'outcomes of calls to services of others', everyMs: 5_000, work: services.integrations.flush },
    { name: 'room and backups', everyMs: 60_000, work: services.storage.look },
  ];
  const ofWeb = [
    { name: 'files of the web client', everyMs: 6 * 3_600_000, work: parts.keepFiles },
    {
      name: 'people at the alarm desk',
      everyMs: 5_000,
      work: () => services.desk.desk.markSeen(parts.connectedUserIds()),
    },
  ];
  const ofIngest = [
    { name: 'quiet devices', everyMs: 60_000, work: ingest.raiseQuietEvents },
    { name: 'queued commands', everyMs: 1_000, work: services.commands.lookForQueued },
  ];
  const ofJobs = [
    // a service counts the requests of all processes
    {
      name: 'addresses',
      everyMs: 1_000,
      work: config.nats ? once('addresses', addresses.work) : addresses.work,
    },
    { name: 'rows that are to be removed', everyMs: 1_000, work: services.bulkChanges.removeDue },
    { name: 'expired sessions', everyMs: 10_000, work: services.sessions.endExpired },
    { name: 'failed sign-ins', everyMs: 60_000, work: services.sessions.forgetAttempts },
    { name: 'temporary users', everyMs: 60_000, work: services.users.removeEnded },
    { name: 'links by mail', everyMs: 2_000, work: services.accountLinks.sendDue },
    { name: 'links for passwords', everyMs: 3_600_000, work: services.accountLinks.forget },
    { name: 'arrivals from OpenID Connect', everyMs: 60_000, work: services.openId.forget },
    { name: 'answers of sign-ins', everyMs: 60_000, work: services.secondFactor.forgetAnswers },
    { name: 'idempotency keys', everyMs: 3_600_000, work: services.idempotency.forget },
    { name: 'backups', everyMs: 60_000, work: once('backups', parts.makeBackups) },
    { name: 'retention', everyMs: 3_600_000, work: once('retention', retention.work) },
    { name: 'changes read long ago', everyMs: 3_600_000, work: () => removeOldChanges(kysely) },
    { name: 'alarms of events', everyMs: 1_000, work: services.desk.openQueued },
    { name: 'clock of the alarm desk', everyMs: 1_000, work: () => services.desk.lookAtClock() },
    { name: 'alarms past their time', everyMs: 15_000, work: services.desk.countBreached },
    {
      name: 'mass faults',
      everyMs: 15_000,
      work: once('mass faults', (_signal, lease) => services.desk.lookForMassFaults(lease)),
    },
    { name: 'handovers', everyMs: 5_000, work: () => services.desk.shift.escalate() },
    { name: 'messages about contacts', everyMs: 5_000, work: services.sendContactMessages },
    { name: 'sirens of handled alarms', everyMs: 300_000, work: services.events.settleSirens },
    { name: 'campaigns', everyMs: 1_000, work: services.resources.campaigns.sendDue },
    { name: 'arrivals of campaigns', everyMs: 15_000, work: services.resources.campaigns.noteArrivals },
    { name: 'log of mirrors', everyMs: 3_600_000, work: services.resources.mirrors.forget },
    ...services.deliveries.jobs,
    {
      name: 'exchanges with the fleet-control provider',
      everyMs: 10_000,
      work: services.fleetControl.resumeDue,
    },
    {
      name: 'reconciliation',
      everyMs: 10_000,
      work: once('reconciliation', () => services.reconciliation.differences.work()),
    },
    { name: 'payments', everyMs: 60_000, work: services.payments.sendForgotten },
    { name: 'clock of blocks', everyMs: 1_000, work: services.commands.blocks.lookAtClock },
    { name: 'overdue commands', everyMs: 5_000, work: services.commands.endOverdue },
    { name: 'hours of travel', everyMs: 60_000, work: once('hours', services.reports.countHours) },
    { name: 'scheduled reports', everyMs: 60_000, work: services.scheduledReports.sendDue },
    { name: 'odometers read wrongly', everyMs: 3_600_000, work: once('odometers', odometerRepair.work) },
    {
      name: 'removed devices',
      everyMs: 60_000,
      work: once('removed devices', createRemovedDevices(pool).clear),
    },
  ];
  const { roles } = config;
  const jobs = [
    ...everywhere,
    ...(roles.has('web') ? ofWeb : []),
    ...(roles.has('ingest') ? ofIngest : []),
    ...(roles.has('jobs') ? ofJobs : []),
  ];
  for (const job of jobs) stops.add(every(job, log));
}

interface RepeatedWork {
  readonly name: string;
  readonly everyMs: number;
  readonly work: (signal: AbortSignal) => Promise<void>;
}

/**
 * Does some work at once and then again and again, never twice at a time; a failure is logged and the next turn tries
 * again. Returns what stops it: it aborts the signal of the work and waits for it to end.
 */
function every({ name, everyMs, work }: RepeatedWork, log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = turn();

  async function turn(): Promise<void> {
    try {
      await inSpan(`job ${name}`, {}, () => work(stopping.signal));
    } catch (error) {
      if (isOutOfSpace(error)) log.warn({ job: name }, 'a job waits for space on the disk of the database');
      else if (isConnectionError(error)) log.warn({ job: name }, 'a job waits for the database');
      else log.error({ job: name, err: error }, 'a job failed');
    }
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      running = turn();
    }, everyMs);
  }

  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}
