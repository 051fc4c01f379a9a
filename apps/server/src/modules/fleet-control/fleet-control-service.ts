import type {
  FleetControlFindingQuery,
  FleetControlRun,
  FleetControlStart,
  FleetControlStatus,
} from '@atalaia/contract/providers/fleet-control-sync';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { ComparedSystem } from '../../resources/compared-system.ts';
import type { Caller, UserRow } from '../../visibility/caller.ts';
import { areGroupsVisible } from '../../visibility/visible.ts';
import { createFleetControlComparison } from './comparison.ts';
import { stopped } from './run-state.ts';
import { createRunningSyncs, mayWrite, namedAccount, type SyncParts } from './running-syncs.ts';
import { describeRuns, findFindings, findLastRun, findRun, updateRun } from './runs-queries.ts';

export interface FleetControlService {
  status(caller: Caller): Promise<FleetControlStatus>;
  /**
   * Starts an exchange, or continues with one that did not come to its end; with one that runs already there is nothing
   * to do. Throws `fleet-control-not-set-up` and `fleet-control-not-named`.
   */
  start(caller: Caller, request: FleetControlStart): Promise<FleetControlStatus>;
  /** Stops the running one. */
  stop(caller: Caller): Promise<FleetControlStatus>;
  /** The caller's last ones, newest first. */
  runs(caller: Caller): Promise<FleetControlRun[]>;
  findings(caller: Caller, runId: number, query: FleetControlFindingQuery): ReturnType<typeof findFindings>;
  /** Called for everybody who signs in; returns at once, whatever the provider does. */
  signedIn(user: UserRow, address: string): void;
  resumeDue(): Promise<void>;
  stopAll(): Promise<void>;
  readonly compared: ComparedSystem;
}

/** By then the person has his answer, and his map most of what it requests. */
const afterSignInMs = 500;
/** Whoever signs in again so soon finds everything exchanged. */
const freshMs = 10 * 60_000;

export function createFleetControlService(parts: SyncParts): FleetControlService {
  const { kysely, provider, log } = parts;
  const running = createRunningSyncs(parts);
  const soon = new Set<NodeJS.Timeout>();

  async function beginAtSignIn(user: UserRow, address: string): Promise<void> {
    if (!provider.isSetUp || !namedAccount(user) || !mayWrite(user)) return;
    const last = await findLastRun(kysely, user.id);
    const isFresh =
      last?.state === 'done' && !last.compares && Date.now() - Date.parse(last.updated_at) < freshMs;
    if (!isFresh) await running.begin(user, address, 'sign-in', {});
  }

  const service: FleetControlService = {
    async status({ user }) {
      const [run = null] = await describeRuns(kysely, user.id, 1);
      const isNamed = namedAccount(user) !== undefined;
      return { isSetUp: provider.isSetUp, isNamed, mayStart: mayWrite(user), run };
    },

    async start(caller, request) {
      if (!provider.isSetUp) {
        throw new AppError('fleet-control-not-set-up', 'no fleet-control provider is set up');
      }
      if (request.groupId && !(await areGroupsVisible(kysely, caller, [request.groupId]))) {
        throw fieldRefusal('reference-not-found', { path: 'groupId', message: 'names nothing that exists' });
      }
      await running.begin(caller.user, caller.address, 'hand', request);
      return service.status(caller);
    },

    async stop(caller) {
      await running.stop(caller.userId);
      const last = await findLastRun(kysely, caller.userId);
      if (last?.state === 'waiting' || last?.state === 'running') await updateRun(kysely, last.id, stopped);
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

    compared: createFleetControlComparison(parts, running),
    resumeDue: running.resumeDue,
    async stopAll() {
      for (const timer of soon) clearTimeout(timer);
      await running.stopAll();
    },
  };
  return service;
}
