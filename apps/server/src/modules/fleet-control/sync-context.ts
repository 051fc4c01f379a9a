import { type FleetControlStep, fleetControlSteps } from '@atalaia/contract/providers/fleet-control-sync';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { Commit } from '../../queries/commit.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { CustomersBulkService } from '../customers/customers-bulk-service.ts';
import type { DevicesBulkService } from '../devices/devices-bulk-service.ts';
import type { FleetControlAccount } from './provider/account-calls.ts';
import type { RunRow } from './runs-queries.ts';

/** What every step of a run works with. */
export interface SyncContext {
  readonly kysely: Kysely<Schema>;
  /** Refused once another process continues with the run. */
  readonly commit: Commit;
  /** Before each write at the provider: throws when another process may continue with the run. */
  requireFresh(): void;
  /** Whose exchange it is, as he would write himself. */
  readonly caller: Caller;
  readonly account: FleetControlAccount;
  readonly customers: CustomersBulkService;
  readonly devices: DevicesBulkService;
  readonly run: Pick<RunRow, 'id' | 'user_id' | 'sends_new' | 'group_id' | 'compares'>;
  readonly signal: AbortSignal;
}

/** What is next in a run. */
export interface Place {
  readonly step: FleetControlStep;
  readonly cursor: number;
}

/** Does a piece of a step, notes in the same transaction how far it came, and says what is next. */
export type Step = (context: SyncContext, cursor: number) => Promise<Place>;

export function afterStep(step: FleetControlStep): Place {
  return { step: fleetControlSteps[fleetControlSteps.indexOf(step) + 1] ?? 'done', cursor: 0 };
}

export const readingOf = ({ run }: SyncContext) => ({ userId: run.user_id, runId: run.id });

/** Things of one transaction: some ms of this thread's work. */
export const recordsAtOnce = 250;

/** Trackers come first: after each piece of work the exchange rests for a while. */
export const restMs = 5;
