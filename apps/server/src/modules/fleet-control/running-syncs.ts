/** Runs that are going on in this process, one a person at most. */
import type { FleetControlRun, FleetControlStart } from '@atalaia/contract/providers/fleet-control-sync';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { AppError } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import type { Caller, UserRow } from '../../visibility/caller.ts';
import type { CustomersBulkService } from '../customers/customers-bulk-service.ts';
import type { DevicesBulkService } from '../devices/devices-bulk-service.ts';
import { accountKey, isInForce, mayWrite, namedAccount, opened } from './named-account.ts';
import type { FleetControl } from './provider/fleet-control.ts';
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
  lockUser,
  type RunRow,
  updateRun,
} from './runs-queries.ts';
import type { Place } from './sync-context.ts';

export interface SyncParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly provider: FleetControl;
  readonly secrets: Pick<Secrets, 'open' | 'opens'>;
  readonly customers: CustomersBulkService;
  readonly devices: DevicesBulkService;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

type StartedBy = FleetControlRun['startedBy'];

export interface RunningSyncs {
  /**
   * Begins a run, or goes on with one that did not come to its end; with one that runs already there is nothing to do.
   * Resolves when it is stored. Throws `fleet-control-not-named`.
   */
  begin(user: UserRow, address: string, startedBy: StartedBy, request: FleetControlStart): Promise<void>;
  /** Stops a person's run. */
  stop(userId: number): Promise<void>;
  /** Goes on with the runs whose time has come, and with those that the end of a server interrupted. */
  resumeDue(): Promise<void>;
  /** Ends all of them; they go on when the server starts again. */
  stopAll(): Promise<void>;
}

export function createRunningSyncs(parts: SyncParts): RunningSyncs {
  const { kysely, commit, provider, secrets, log } = parts;
  const active = new Map<number, { readonly stopping: AbortController; readonly finished: Promise<void> }>();
  let isStopping = false;

  async function work(run: RunRow, user: UserRow, signal: AbortSignal): Promise<void> {
    try {
      const named = namedAccount(user);
      if (!named || !isInForce(user) || !mayWrite(user) || accountKey(named) !== run.account) {
        return await change(run, ended('failed', { code: 'notAllowed', said: null }));
      }
      const credentials = opened(named, secrets);
      if (!credentials) {
        return await change(run, ended('failed', { code: 'secretUnreadable', said: null }));
      }
      const caller: Caller = {
        userId: user.id,
        administrator: user.administrator,
        user,
        address: run.address ?? '',
        via: 'bearer',
        session: undefined,
      };
      const account = provider.connect(credentials, signal);
      await runSync({ ...parts, caller, account, run, signal }, placeOf(run));
      await change(run, ended('done'));
    } catch (error) {
      if (!signal.aborted) await fail(run, error);
      else if (!isStopping) await change(run, ended('stopped'));
    }
  }

  async function fail(run: RunRow, error: unknown): Promise<void> {
    const failure = failureOf(error);
    if (failure.isDefect) log.error({ err: error, run: run.id }, 'an exchange failed');
    else
      log.warn(
        { run: run.id, code: failure.code },
        'an exchange with the fleet-control provider was held up',
      );
    const row = await findRun(kysely, run.id);
    await change(run, afterFailure(row?.attempts ?? 0, failure));
  }

  const change = (run: RunRow, values: RunChange) => updateRun(kysely, run.id, values);

  /** Goes on with a run, which is stored as running; returns at once. */
  function launch(run: RunRow, user: UserRow): void {
    if (isStopping || active.has(user.id)) return;
    const stopping = new AbortController();
    const finished = work(run, user, stopping.signal)
      .catch((err) => {
        log.error({ err, run: run.id }, 'how an exchange ended could not be noted');
        return change(run, ended('failed', internal));
      })
      // it is taken up again, so many times
      .catch(() => undefined)
      .finally(() => active.delete(user.id));
    active.set(user.id, { stopping, finished });
  }

  return {
    async begin(user, address, startedBy, request) {
      const named = namedAccount(user);
      if (!named) {
        throw new AppError('fleet-control-not-named', 'your attributes name no account at the provider');
      }
      const beginning = { user, address, startedBy, request, account: accountKey(named) };
      const run = await commit((transaction) =>
        beginWithin(transaction, beginning, (userId) => active.has(userId)),
      );
      if (run) launch(run, user);
    },

    async stop(userId) {
      const one = active.get(userId);
      one?.stopping.abort();
      await one?.finished;
    },

    async resumeDue() {
      for (const run of await findDue(kysely)) {
        if (active.has(run.user_id)) continue;
        const user = await findUser(kysely, run.user_id);
        if (!user) continue;
        const values = resumed(run);
        await change(run, values ?? ended('failed', internal));
        if (values) launch(run, user);
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
}

/** The run that a person begins or goes on with, stored as running; undefined while one is running already. */
async function beginWithin(
  transaction: Kysely<Schema>,
  { user, address, startedBy, request, account }: Beginning,
  isRunning: (userId: number) => boolean,
): Promise<RunRow | undefined> {
  // two who start at once are one
  await lockUser(transaction, user.id);
  const last = await findLastRun(transaction, user.id);
  if (last?.state === 'running' && isRunning(user.id)) return undefined;
  const group_id = request.groupId || last?.group_id || (await findOnlyGroup(transaction, user.id));
  if (last && mayContinue(last, account)) {
    const sends_new = request.sendsNew ?? last.sends_new;
    await updateRun(transaction, last.id, { ...continued, group_id, sends_new });
    return findRun(transaction, last.id);
  }
  if (last && (last.state === 'running' || last.state === 'waiting')) {
    await updateRun(transaction, last.id, stopped);
  }
  if (last && last.account !== account) await forgetAll(transaction, user.id);
  const sends_new = request.sendsNew ?? false;
  const values = { user_id: user.id, account, started_by: startedBy, address, sends_new, group_id };
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
