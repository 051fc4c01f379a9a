import {
  type FleetControlFindingQuery,
  type FleetControlRun,
  type FleetControlStart,
  type FleetControlStatus,
  fleetControlFinalCodes,
} from '@atalaia/contract/fleet-control-sync';
import { AppError, fieldRefusal, notFound } from '../../app-error.ts';
import type { Caller, UserRow } from '../../caller.ts';
import { writeAudit } from '../../writing/audit.ts';
import { areGroupsVisible } from '../sight/all-visible.ts';
import { findFindings } from './findings-queries.ts';
import { accountKey, createRunningSyncs, mayWrite, namedAccount, type SyncParts } from './running-syncs.ts';
import {
  deleteOldRuns,
  describeRuns,
  findLastRun,
  findRun,
  insertRun,
  type RunRow,
  updateRun,
} from './runs-queries.ts';
import { forgetAll } from './things-queries.ts';

export interface FleetControlService {
  status(caller: Caller): Promise<FleetControlStatus>;
  /**
   * Starts an exchange, or goes on with one that did not come to its end; with one that runs already there is nothing
   * to do. Throws `fleet-control-not-set-up` and `fleet-control-not-named`.
   */
  start(caller: Caller, wish: FleetControlStart): Promise<FleetControlStatus>;
  /** Ends the running one where it stands. */
  stop(caller: Caller): Promise<FleetControlStatus>;
  /** The caller's last ones, newest first. */
  runs(caller: Caller): Promise<FleetControlRun[]>;
  findings(caller: Caller, runId: number, query: FleetControlFindingQuery): ReturnType<typeof findFindings>;
  /** Told of everybody who signs in; returns at once, whatever the provider does. */
  signedIn(user: UserRow, address: string): void;
  resumeDue(): Promise<void>;
  stopAll(): Promise<void>;
}

/** A half-finished exchange goes on within this time; later what it read is too old. */
const continuedWithinMs = 24 * 3_600_000;
/** By then the person has his answer, and his map most of what it asks for. */
const afterSignInMs = 500;
/** Whoever signs in again so soon finds everything exchanged. */
const freshMs = 10 * 60_000;

/** What it failed for lies in what it holds or does: only another one may come further. */
function isForGood({ state, failure }: RunRow): boolean {
  const { code } = (failure ?? {}) as Partial<NonNullable<FleetControlRun['failure']>>;
  return state === 'failed' && code !== undefined && fleetControlFinalCodes.includes(code);
}

export function createFleetControlService(parts: SyncParts): FleetControlService {
  const { kysely, commit, provider, log } = parts;
  const running = createRunningSyncs(parts);
  const soon = new Set<NodeJS.Timeout>();

  const canContinue = (run: RunRow, account: string) =>
    run.account === account &&
    run.step !== 'done' &&
    run.state !== 'done' &&
    !isForGood(run) &&
    Date.now() - Date.parse(run.started_at) < continuedWithinMs;

  async function begin(
    user: UserRow,
    address: string,
    startedBy: FleetControlRun['startedBy'],
    wish: FleetControlStart,
  ): Promise<void> {
    const named = namedAccount(user);
    if (!named)
      throw new AppError('fleet-control-not-named', 'your attributes name no account at the provider');
    const account = accountKey(named);
    const run = await commit(async (transaction) => {
      // two who start at once are one
      await transaction.selectFrom('users').select('id').where('id', '=', user.id).forNoKeyUpdate().execute();
      const last = await findLastRun(transaction, user.id);
      if (last?.state === 'running' && running.isRunning(user.id)) return undefined;
      const groupId = wish.groupId || last?.group_id || (await onlyGroupOf(user.id));
      if (last && canContinue(last, account)) {
        await updateRun(transaction, last.id, {
          state: 'running',
          attempts: 0,
          next_try_at: null,
          ended_at: null,
          failure: null,
          group_id: groupId,
          sends_new: wish.sendsNew ?? last.sends_new,
        });
        return findRun(transaction, last.id);
      }
      if (last && (last.state === 'running' || last.state === 'waiting')) {
        await updateRun(transaction, last.id, { state: 'stopped', next_try_at: null });
      }
      if (last && last.account !== account) await forgetAll(transaction, user.id);
      const made = await insertRun(transaction, {
        user_id: user.id,
        account,
        started_by: startedBy,
        address,
        sends_new: wish.sendsNew ?? false,
        group_id: groupId,
      });
      await deleteOldRuns(transaction, user.id);
      const details = { startedBy };
      await writeAudit(
        transaction,
        { user, address },
        { action: 'sync', noun: 'fleetControl', objectId: made.id, details },
      );
      return made;
    });
    if (run) running.launch(run, user);
  }

  /** Where what is new goes when nobody says: the one group that is linked to the person, if there is but one. */
  async function onlyGroupOf(userId: number): Promise<number | null> {
    const links = kysely.selectFrom('user_groups').select('group_id').where('user_id', '=', userId);
    const [first, second] = await links.limit(2).execute();
    return first && !second ? first.group_id : null;
  }

  async function beginAtSignIn(user: UserRow, address: string): Promise<void> {
    if (!provider.isSetUp || !namedAccount(user) || !mayWrite(user)) return;
    const last = await findLastRun(kysely, user.id);
    const isFresh = last?.state === 'done' && Date.now() - Date.parse(last.updated_at) < freshMs;
    if (!isFresh) await begin(user, address, 'sign-in', {});
  }

  const service: FleetControlService = {
    async status({ user }) {
      const [run = null] = await describeRuns(kysely, user.id, 1);
      const isNamed = namedAccount(user) !== undefined;
      return { isSetUp: provider.isSetUp, isNamed, mayStart: mayWrite(user), run };
    },

    async start(caller, wish) {
      if (!provider.isSetUp) {
        throw new AppError('fleet-control-not-set-up', 'no fleet-control provider is set up');
      }
      if (wish.groupId && !(await areGroupsVisible(kysely, caller, [wish.groupId]))) {
        throw fieldRefusal('reference-not-found', { path: 'groupId', message: 'names nothing that exists' });
      }
      await begin(caller.user, caller.address, 'hand', wish);
      return service.status(caller);
    },

    async stop(caller) {
      await running.stop(caller.userId);
      const last = await findLastRun(kysely, caller.userId);
      if (last?.state === 'waiting')
        await updateRun(kysely, last.id, { state: 'stopped', next_try_at: null });
      return service.status(caller);
    },

    runs: ({ userId }) => describeRuns(kysely, userId),

    async findings({ userId }, runId, query) {
      const run = await findRun(kysely, runId);
      if (!run || run.user_id !== userId) throw notFound('exchange', runId);
      return findFindings(kysely, runId, query);
    },

    signedIn(user, address) {
      const timer = setTimeout(() => {
        soon.delete(timer);
        beginAtSignIn(user, address).catch((err) => log.error({ err }, 'an exchange could not be started'));
      }, afterSignInMs);
      soon.add(timer);
    },

    resumeDue: running.resumeDue,
    async stopAll() {
      for (const timer of soon) clearTimeout(timer);
      await running.stopAll();
    },
  };
  return service;
}
