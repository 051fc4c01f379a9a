/** Runs that are continuing: one a person at most, in one process, which holds the person's lease as long as it works. */

import { createHash } from 'node:crypto';
import type { FleetControlRun, FleetControlStart } from '@atalaia/contract/providers/fleet-control-sync';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { AppError } from '../../errors/app-error.ts';
import { LeaseLost } from '../../errors/job-errors.ts';
import { type HeldLease, isLeaseHeld, type Leases, revokeLease } from '../../platform/db/leases/leases.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import { type Caller, isInForce, mayWriteDevices, type UserRow } from '../../visibility/caller.ts';
import type { CustomersBulkService } from '../customers/customers-bulk-service.ts';
import type { DevicesBulkService } from '../devices/devices-bulk-service.ts';
import type { FleetControl, FleetControlCredentials } from './provider/fleet-control.ts';
import { forgetAll } from './remote-records-queries.ts';
import {
  afterFailure,
  continued,
  ended,
  failureOf,
  mayContinue,
  type RunChange,
  resumed,
  stopped,
} from './run-state.ts';
import { runSync } from './run-sync.ts';
import {
  deleteOldRuns,
  findDue,
  findLastRun,
  findOnlyGroup,
  findRun,
  findUser,
  insertRun,
  isDue,
  lockUser,
  type RunRow,
  updateRun,
} from './runs-queries.ts';
import type { Place } from './sync-context.ts';

/** The account a person's attributes name; undefined where they name none. */
export function namedAccount(user: UserRow): FleetControlCredentials | undefined {
  const attributes = (user.attributes ?? {}) as Readonly<Record<string, unknown>>;
  const { full_control_client_id: clientId, full_control_secret_id: secretId } = attributes;
  const isGiven = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
  return isGiven(clientId) && isGiven(secretId) ? { clientId: clientId.trim(), secretId } : undefined;
}

export const accountKey = ({ clientId }: FleetControlCredentials) =>
  createHash('sha256').update(clientId).digest('base64url').slice(0, 22);

export const mayWrite = (user: UserRow): boolean =>
  mayWriteDevices({ administrator: user.administrator, user });

/** Undefined for a secret that cannot be opened: it has to be typed in again. */
export function opened(
  { clientId, secretId }: FleetControlCredentials,
  secrets: Pick<Secrets, 'open' | 'opens'>,
): FleetControlCredentials | undefined {
  return secrets.opens(secretId) ? { clientId, secretId: secrets.open(secretId) } : undefined;
}

export interface SyncParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly provider: FleetControl;
  readonly secrets: Pick<Secrets, 'open' | 'opens'>;
  readonly customers: CustomersBulkService;
  readonly devices: DevicesBulkService;
  readonly leases: Leases;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

type StartedBy = FleetControlRun['startedBy'];

export interface RunningSyncs {
  /**
   * Begins a run, or continues with one that did not come to its end; with one that runs already there is nothing to do.
   * Resolves when it is stored. Throws `fleet-control-not-named`.
   */
  begin(
    user: UserRow,
    address: string,
    startedBy: StartedBy,
    request: FleetControlStart,
    /** Only reads, to be compared. */
    compares?: 'compares',
  ): Promise<void>;
  /** Stops a person's run, in whatever process. */
  stop(userId: number): Promise<void>;
  /** Continues with the runs whose time has come, and with those that the end of a server interrupted. */
  resumeDue(): Promise<void>;
  /** Ends all of them; they continue when the server starts again. */
  stopAll(): Promise<void>;
}

export function createRunningSyncs(parts: SyncParts): RunningSyncs {
  const { kysely, leases, log } = parts;
  const active = new Map<number, { readonly stopping: AbortController; readonly finished: Promise<void> }>();
  let isStopping = false;

  const work = createWork(parts, () => isStopping);

  /**
   * Continues with a run, unless another process does. `takeUp` says under the lease whether there is anything to do.
   * Resolves when that is known.
   */
  async function launch(
    userId: number,
    runId: number,
    takeUp: (run: RunRow, lease: HeldLease) => Promise<boolean>,
  ): Promise<void> {
    if (isStopping || active.has(userId)) return;
    const stopping = new AbortController();
    const known = Promise.withResolvers<void>();
    const finished = leases
      .run(leaseOf(userId), stopping.signal, async (lease) => {
        const [run, user] = [await findRun(kysely, runId), await findUser(kysely, userId)];
        const isTaken = run && user && (await takeUp(run, lease));
        known.resolve();
        if (!isTaken) return;
        await work(run, user, lease).catch((err: unknown) => {
          if (err instanceof LeaseLost) throw err;
          log.error({ err, run: run.id }, 'how an exchange ended could not be noted');
          return changeUnder(kysely, lease, run, ended('failed', internal));
        });
      })
      // it is taken up again, so many times
      .catch((err: unknown) => log.error({ err, run: runId }, 'an exchange could not go on'))
      .finally(() => {
        active.delete(userId);
        known.resolve();
      })
      .then(() => undefined);
    active.set(userId, { stopping, finished });
    await known.promise;
  }

  return {
    async begin(user, address, startedBy, request, compares) {
      const named = namedAccount(user);
      if (!named) {
        throw new AppError('fleet-control-not-named', 'your attributes name no account at the provider');
      }
      const beginning = {
        user,
        address,
        startedBy,
        request,
        account: accountKey(named),
        compares: compares !== undefined,
      };
      const run = await parts.commit((transaction) =>
        beginWithin(transaction, beginning, (userId) => active.has(userId)),
      );
      if (run) void launch(user.id, run.id, async ({ state }) => state === 'running');
    },

    async stop(userId) {
      const one = active.get(userId);
      one?.stopping.abort();
      await one?.finished;
      // another process that is at it is refused from here on
      await revokeLease(kysely, leaseOf(userId));
    },

    async resumeDue() {
      for (const { id, user_id } of await findDue(kysely)) {
        await launch(user_id, id, async (run, lease) => {
          // another process may have come to its end meanwhile
          if (!(await isDue(kysely, run.id))) return false;
          const values = resumed(run);
          await changeUnder(kysely, lease, run, values ?? ended('failed', internal));
          return values !== undefined;
        });
      }
    },

    async stopAll() {
      isStopping = true;
      const all = [...active.values()];
      for (const { stopping } of all) stopping.abort();
      await Promise.all(all.map(({ finished }) => finished));
    },
  };
}

/** One run from where it is to its end, under its lease; how it ended is stored. Rejects once the lease is lost. */
function createWork(parts: SyncParts, isStopping: () => boolean) {
  const { kysely, provider, secrets, log } = parts;

  async function work(run: RunRow, user: UserRow, lease: HeldLease): Promise<void> {
    const change = (values: RunChange) => changeUnder(kysely, lease, run, values);
    const { signal } = lease;
    try {
      const named = namedAccount(user);
      if (!named || !isInForce(user) || !mayWrite(user) || accountKey(named) !== run.account) {
        return await change(ended('failed', { code: 'notAllowed', said: null }));
      }
      const credentials = opened(named, secrets);
      if (!credentials) {
        return await change(ended('failed', { code: 'secretUnreadable', said: null }));
      }
      const caller: Caller = {
        userId: user.id,
        administrator: user.administrator,
        user,
        address: run.address ?? '',
        via: 'bearer',
        session: undefined,
        through: 'sync',
      };
      const account = provider.connect(credentials, signal);
      const commit = committingUnder(parts.commit, lease);
      const { requireFresh } = lease;
      await runSync({ ...parts, commit, requireFresh, caller, account, run, signal }, placeOf(run));
      await change(ended('done'));
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      if (!signal.aborted) await fail(run, error, change);
      else if (!isStopping()) await change(ended('stopped'));
    }
  }

  async function fail(run: RunRow, error: unknown, change: (values: RunChange) => Promise<void>) {
    const failure = failureOf(error);
    if (failure.isDefect) log.error({ err: error, run: run.id }, 'an exchange failed');
    else
      log.warn(
        { run: run.id, code: failure.code },
        'an exchange with the fleet-control provider was held up',
      );
    const row = await findRun(kysely, run.id);
    await change(afterFailure(row?.attempts ?? 0, failure));
  }

  return work;
}

const leaseOf = (userId: number) => `fleet-control ${userId}`;

/** Writes how a run continues, unless another process holds its lease. */
function changeUnder(db: Kysely<Schema>, lease: HeldLease, run: RunRow, values: RunChange): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await updateRun(transaction, run.id, values);
    await lease.requireWithin(transaction);
  });
}

function committingUnder(commit: Commit, lease: HeldLease): Commit {
  return (work) =>
    commit(async (transaction, publish) => {
      const done = await work(transaction, publish);
      await lease.requireWithin(transaction);
      return done;
    });
}

const internal = { code: 'internal', said: null } as const;

const placeOf = ({ step, cursor }: RunRow): Place => ({
  step: step as Place['step'],
  cursor: Number(cursor),
});

interface Beginning {
  readonly user: UserRow;
  readonly address: string;
  readonly startedBy: StartedBy;
  readonly request: FleetControlStart;
  readonly account: string;
  readonly compares: boolean;
}

/** The run that a person begins or continues with, stored as running; undefined while one is running already. */
async function beginWithin(
  transaction: Kysely<Schema>,
  { user, address, startedBy, request, account, compares }: Beginning,
  isRunning: (userId: number) => boolean,
): Promise<RunRow | undefined> {
  // two who start at once are one
  await lockUser(transaction, user.id);
  const last = await findLastRun(transaction, user.id);
  const isElsewhere = () => isLeaseHeld(transaction, leaseOf(user.id));
  if (last?.state === 'running' && (isRunning(user.id) || (await isElsewhere()))) return undefined;
  const group_id = request.groupId || last?.group_id || (await findOnlyGroup(transaction, user.id));
  // an exchange goes on by itself, and what is compared follows its reading
  if (compares && (last?.state === 'running' || last?.state === 'waiting')) return undefined;
  if (last && last.compares === compares && mayContinue(last, account)) {
    const sends_new = request.sendsNew ?? last.sends_new;
    await updateRun(transaction, last.id, { ...continued, group_id, sends_new });
    return findRun(transaction, last.id);
  }
  if (last && (last.state === 'running' || last.state === 'waiting')) {
    await updateRun(transaction, last.id, stopped);
  }
  if (last && last.account !== account) await forgetAll(transaction, user.id);
  const sends_new = request.sendsNew ?? false;
  const values = { user_id: user.id, account, started_by: startedBy, address, sends_new, group_id, compares };
  const made = await insertRun(transaction, values);
  await deleteOldRuns(transaction, user.id);
  const details = { startedBy };
  await writeAudit(
    transaction,
    { user, address },
    { action: 'sync', noun: 'fleetControl', objectId: made.id, details },
  );
  return made;
}
