/** Runs that are going on in this process, one a person at most. */
import { createHash } from 'node:crypto';
import type { FleetControlState } from '@atalaia/contract/fleet-control-sync';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Caller, UserRow } from '../../caller.ts';
import { isConnectionError } from '../../db/database-errors.ts';
import type { Schema } from '../../db/schema.ts';
import type {
  FleetControl,
  FleetControlCredentials,
} from '../../integrations/fleet-control/fleet-control.ts';
import type { Secrets } from '../../integrations/secrets/secrets.ts';
import type { Commit } from '../../writing/commit.ts';
import type { CustomersBulkService } from '../customers/customers-bulk-service.ts';
import type { DevicesBulkService } from '../devices/devices-bulk-service.ts';
import { failureOf, runSync, type SyncFailure } from './run-sync.ts';
import { findDue, type RunRow, updateRun } from './runs-queries.ts';
import type { Place } from './sync-context.ts';

export interface SyncParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly provider: FleetControl;
  readonly secrets: Pick<Secrets, 'open'>;
  readonly customers: CustomersBulkService;
  readonly devices: DevicesBulkService;
  readonly log: Pick<Logger, 'error' | 'warn'>;
}

export interface RunningSyncs {
  isRunning(userId: number): boolean;
  /** Goes on with a run, which is noted as running; returns at once. */
  launch(run: RunRow, user: UserRow): void;
  /** Ends a person's run where it stands. */
  stop(userId: number): Promise<void>;
  /** Goes on with the runs whose time has come, and with those that the end of a server interrupted. */
  resumeDue(): Promise<void>;
  /** Ends all of them; they go on when the server starts again. */
  stopAll(): Promise<void>;
}

/** A provider that does not answer is asked again so often by itself, waiting twice as long each time. */
const mostAttempts = 6;
const firstWaitMs = 30_000;

/** The account a person's attributes name; undefined where they name none. */
export function namedAccount(user: UserRow): FleetControlCredentials | undefined {
  const held = (user.attributes ?? {}) as Readonly<Record<string, unknown>>;
  const { full_control_client_id: clientId, full_control_secret_id: secretId } = held;
  const isGiven = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
  return isGiven(clientId) && isGiven(secretId) ? { clientId: clientId.trim(), secretId } : undefined;
}

export const accountKey = ({ clientId }: FleetControlCredentials) =>
  createHash('sha256').update(clientId).digest('base64url').slice(0, 22);

export function mayWrite(user: UserRow): boolean {
  return user.administrator || !(user.readonly || user.device_readonly);
}

export function createRunningSyncs(parts: SyncParts): RunningSyncs {
  const { kysely, provider, secrets, log } = parts;
  const active = new Map<number, { readonly stopping: AbortController; readonly ended: Promise<void> }>();
  let isStopping = false;

  async function work(run: RunRow, user: UserRow, signal: AbortSignal): Promise<void> {
    try {
      const named = namedAccount(user);
      if (!named || !isInForce(user) || !mayWrite(user) || accountKey(named) !== run.account) {
        await end(run, 'failed', { code: 'notAllowed', said: null });
        return;
      }
      const credentials = opened(named);
      if (!credentials) {
        await end(run, 'failed', { code: 'secretUnreadable', said: null });
        return;
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
      await end(run, 'done', null);
    } catch (error) {
      if (!signal.aborted) await fail(run, error);
      else if (!isStopping) await end(run, 'stopped', null);
    }
  }

  async function fail(run: RunRow, error: unknown): Promise<void> {
    const isOurs = isConnectionError(error);
    const failure: SyncFailure = isOurs
      ? { code: 'internal', said: null, isPassing: true, afterMs: firstWaitMs }
      : failureOf(error);
    if (failure.code === 'internal' && !isOurs) log.error({ err: error, run: run.id }, 'an exchange failed');
    else
      log.warn(
        { run: run.id, code: failure.code },
        'an exchange with the fleet-control provider was held up',
      );
    const told = { code: failure.code, said: failure.said };
    const row = await kysely
      .selectFrom('fleet_control_runs')
      .select('attempts')
      .where('id', '=', run.id)
      .executeTakeFirst();
    const attempts = (row?.attempts ?? 0) + 1;
    if (!failure.isPassing || attempts > mostAttempts) return end(run, 'failed', told);
    const waitMs = Math.max(failure.afterMs, firstWaitMs * 2 ** (attempts - 1));
    await updateRun(kysely, run.id, {
      state: 'waiting',
      attempts,
      next_try_at: new Date(Date.now() + waitMs).toISOString(),
      failure: JSON.stringify(told),
    });
  }

  async function end(
    run: RunRow,
    state: FleetControlState,
    failure: Pick<SyncFailure, 'code' | 'said'> | null,
  ): Promise<void> {
    await updateRun(kysely, run.id, {
      state,
      next_try_at: null,
      ended_at: new Date().toISOString(),
      failure: failure === null ? null : JSON.stringify(failure),
    });
  }

  /** Undefined for a secret that cannot be opened: it has to be typed in again. */
  function opened({ clientId, secretId }: FleetControlCredentials): FleetControlCredentials | undefined {
    try {
      return { clientId, secretId: secrets.open(secretId) };
    } catch {
      return undefined;
    }
  }

  const running: RunningSyncs = {
    isRunning: (userId) => active.has(userId),

    launch(run, user) {
      if (isStopping || active.has(user.id)) return;
      const stopping = new AbortController();
      const ended = work(run, user, stopping.signal)
        .catch((err) => {
          log.error({ err, run: run.id }, 'how an exchange ended could not be noted');
          return end(run, 'failed', { code: 'internal', said: null });
        })
        // it is taken up again, so many times
        .catch(() => undefined)
        .finally(() => active.delete(user.id));
      active.set(user.id, { stopping, ended });
    },

    async stop(userId) {
      const one = active.get(userId);
      one?.stopping.abort();
      await one?.ended;
    },

    async resumeDue() {
      for (const run of await findDue(kysely)) {
        if (active.has(run.user_id)) continue;
        const users = kysely.selectFrom('users').selectAll().where('id', '=', run.user_id);
        const user = await users.executeTakeFirst();
        if (!user) continue;
        // nobody noted how it ended, and it came no further since
        const attempts = run.attempts + (run.state === 'running' ? 1 : 0);
        if (attempts > mostAttempts) {
          await end(run, 'failed', { code: 'internal', said: null });
          continue;
        }
        await updateRun(kysely, run.id, { state: 'running', next_try_at: null, attempts });
        running.launch(run, user);
      }
    },

    async stopAll() {
      isStopping = true;
      const all = [...active.values()];
      for (const { stopping } of all) stopping.abort();
      await Promise.all(all.map(({ ended }) => ended));
    },
  };
  return running;
}

function isInForce({ disabled, expiration_time }: UserRow): boolean {
  return !disabled && (expiration_time === null || Date.parse(expiration_time) > Date.now());
}

const placeOf = ({ step, cursor }: RunRow): Place => ({
  step: step as Place['step'],
  cursor: Number(cursor),
});
