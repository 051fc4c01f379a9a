/** Runs that are going on in this process, one a person at most. */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from '../../platform/db/schema.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Commit } from '../../queries/commit.ts';
import { type Caller, mayWriteDevices, type UserRow } from '../../visibility/caller.ts';
import type { CustomersBulkService } from '../customers/customers-bulk-service.ts';
import type { DevicesBulkService } from '../devices/devices-bulk-service.ts';
import type { FleetControl, FleetControlCredentials } from './provider/fleet-control.ts';
import { afterFailure, ended, failureOf, type RunChange, resumed } from './run-state.ts';
import { runSync } from './run-sync.ts';
import { findDue, findRun, findUser, type RunRow, updateRun } from './runs-queries.ts';
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
  /** Goes on with a run, which is stored as running; returns at once. */
  launch(run: RunRow, user: UserRow): void;
  /** Stops a person's run. */
  stop(userId: number): Promise<void>;
  /** Goes on with the runs whose time has come, and with those that the end of a server interrupted. */
  resumeDue(): Promise<void>;
  /** Ends all of them; they go on when the server starts again. */
  stopAll(): Promise<void>;
}

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

export function createRunningSyncs(parts: SyncParts): RunningSyncs {
  const { kysely, provider, secrets, log } = parts;
  const active = new Map<number, { readonly stopping: AbortController; readonly finished: Promise<void> }>();
  let isStopping = false;

  async function work(run: RunRow, user: UserRow, signal: AbortSignal): Promise<void> {
    try {
      const named = namedAccount(user);
      if (!named || !isInForce(user) || !mayWrite(user) || accountKey(named) !== run.account) {
        return await change(run, ended('failed', { code: 'notAllowed', said: null }));
      }
      const credentials = opened(named);
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
      const finished = work(run, user, stopping.signal)
        .catch((err) => {
          log.error({ err, run: run.id }, 'how an exchange ended could not be noted');
          return change(run, ended('failed', internal));
        })
        // it is taken up again, so many times
        .catch(() => undefined)
        .finally(() => active.delete(user.id));
      active.set(user.id, { stopping, finished });
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
        if (values) running.launch(run, user);
      }
    },

    async stopAll() {
      isStopping = true;
      const all = [...active.values()];
      for (const { stopping } of all) stopping.abort();
      await Promise.all(all.map(({ finished }) => finished));
    },
  };
  return running;
}

const internal = { code: 'internal', said: null } as const;

function isInForce({ disabled, expiration_time }: UserRow): boolean {
  return !disabled && (expiration_time === null || Date.parse(expiration_time) > Date.now());
}

const placeOf = ({ step, cursor }: RunRow): Place => ({
  step: step as Place['step'],
  cursor: Number(cursor),
});
