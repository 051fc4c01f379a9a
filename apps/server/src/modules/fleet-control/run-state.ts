/**
 * The states of a run, and every way from one to another: `running` → `waiting` (a provider that does not answer is asked
 * again) → `running`; `running` or `waiting` → `stopped`; `running` → `failed` or `done`. `stopped` and `failed` continue
 * when the next one is started, but for what failed for good.
 */
import {
  type FleetControlFailureCode,
  type FleetControlRun,
  type FleetControlState,
  fleetControlFinalCodes,
} from '@atalaia/contract/providers/fleet-control-sync';
import type { Updateable } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import { isConnectionError } from '../../errors/database-errors.ts';
import { DeliveryFailed, ProviderFailed, type ProviderFault } from '../../errors/outbound-errors.ts';
import type { FleetControlRunsTable } from '../../platform/db/schema.ts';
import type { RunRow } from './runs-queries.ts';

export type RunChange = Updateable<FleetControlRunsTable>;

/** A run that failed by itself is tried so often again, waiting twice as long each time. */
const mostAttempts = 6;
const firstWaitMs = 30_000;
/** A half-finished run continues within this time; later what it read is too old. */
const continuedWithinMs = 24 * 3_600_000;

/** Started anew by a person or his sign-in. */
export const continued: RunChange = {
  state: 'running',
  attempts: 0,
  next_try_at: null,
  ended_at: null,
  failure: null,
};

export const stopped: RunChange = { state: 'stopped', next_try_at: null };

export function ended(
  state: Extract<FleetControlState, 'done' | 'stopped' | 'failed'>,
  failure: FleetControlRun['failure'] = null,
): RunChange {
  return {
    state,
    next_try_at: null,
    ended_at: new Date().toISOString(),
    failure: failure === null ? null : JSON.stringify(failure),
  };
}

/** Taken up by itself: its time has come, or the end of a server interrupted it. Undefined once that was tried too often. */
export function resumed({ state, attempts }: RunRow): RunChange | undefined {
  // nobody noted how it ended, and it came no further since
  const counted = attempts + (state === 'running' ? 1 : 0);
  return counted > mostAttempts ? undefined : { state: 'running', next_try_at: null, attempts: counted };
}

/** What a failure makes of a run whose attempts since its last progress are these. */
export function afterFailure(attemptsBefore: number, failure: SyncFailure): RunChange {
  const { code, said, isPassing, afterMs } = failure;
  const attempts = attemptsBefore + 1;
  if (!isPassing || attempts > mostAttempts) return ended('failed', { code, said });
  const waitMs = Math.max(afterMs, firstWaitMs * 2 ** (attempts - 1));
  return {
    state: 'waiting',
    attempts,
    next_try_at: new Date(Date.now() + waitMs).toISOString(),
    failure: JSON.stringify({ code, said }),
  };
}

export function mayContinue(run: RunRow, account: string): boolean {
  return (
    run.account === account &&
    run.step !== 'done' &&
    run.state !== 'done' &&
    !hasFailedForGood(run) &&
    Date.now() - Date.parse(run.started_at) < continuedWithinMs
  );
}

/** What it failed for is in what it holds or does: only another one may come further. */
function hasFailedForGood({ state, failure }: RunRow): boolean {
  const { code } = (failure ?? {}) as Partial<NonNullable<FleetControlRun['failure']>>;
  return state === 'failed' && code !== undefined && fleetControlFinalCodes.includes(code);
}

export interface SyncFailure {
  readonly code: FleetControlFailureCode;
  /** The provider's own words. */
  readonly said: string | null;
  /** It may go well a little later. */
  readonly isPassing: boolean;
  readonly afterMs: number;
  /** Not foreseen: a defect of this program. */
  readonly isDefect?: boolean;
}

const codeOfFault: Partial<Record<ProviderFault, FleetControlFailureCode>> = {
  refused: 'refused',
  'key-refused': 'credentialsRefused',
};

/** What stopped a run, as a person may read it. */
export function failureOf(error: unknown): SyncFailure {
  const lasting = { said: null, isPassing: false, afterMs: 0 };
  if (isConnectionError(error))
    return { code: 'internal', said: null, isPassing: true, afterMs: firstWaitMs };
  if (error instanceof ProviderFailed)
    return { ...lasting, code: codeOfFault[error.fault] ?? 'unreadable', said: error.words };
  if (error instanceof DeliveryFailed) {
    return { code: 'unreachable', said: null, isPassing: true, afterMs: error.retryAfterMs ?? 0 };
  }
  if (error instanceof AppError) return { ...lasting, code: 'notAllowed' };
  return { ...lasting, code: 'internal', isDefect: true };
}
