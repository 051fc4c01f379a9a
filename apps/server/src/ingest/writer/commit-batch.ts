import type { ClientBase } from 'pg';
import { isConnectionError } from '../../db/database-errors.ts';
import type { StepRules } from '../steps/standing.ts';
import { storedBy } from './attempt.ts';
import { readAwaited } from './awaited-commands.ts';
import type { DeviceStates } from './device-states.ts';
import type { Entry } from './entry.ts';
import { type NumberBlocks, NumbersExhausted } from './number-blocks.ts';
import type { Lessons, Plan, PlanParts } from './plan.ts';
import { planBatch } from './plan-batch.ts';
import { PlanFailed } from './plan-failed.ts';
import type { StateRow } from './rows.ts';
import { stateRow } from './state-row.ts';
import { type Stored, StoredBefore, storeBatch } from './store-batch.ts';

export interface CommitParts {
  readonly states: DeviceStates;
  readonly positionNumbers: NumberBlocks;
  readonly eventNumbers: NumberBlocks;
  /** What holds now; a batch is worked out by one answer. */
  rules(): StepRules;
}

/** What was committed. */
export interface Committed {
  readonly plan: Plan;
  readonly states: readonly StateRow[];
  readonly stored: Stored;
}

/** Most entries tell nothing. A batch that has more to tell is worked out again with twice as many numbers. */
const eventsAnEntry = 2;

/**
 * Commits entries in one transaction, or throws with nothing of them committed. A lost connection leaves that open: the
 * lessons then hold the attempt, and when the next call finds it stored, that is what was committed.
 * Positions found to be stored before are noted in the lessons, and the rest is worked out again without them.
 */
export async function commitBatch(
  client: Pick<ClientBase, 'query'>,
  entries: readonly Entry[],
  lessons: Lessons,
  parts: CommitParts,
): Promise<Committed> {
  const deviceIds = new Set<number>();
  for (const { device } of entries) deviceIds.add(device.id);
  const before = await committedBefore(client, lessons, parts);
  if (before) return before;
  const by = parts.rules();
  await parts.states.load(client, deviceIds, by.rules.computedAskLast);
  await parts.positionNumbers.reserve(client, entries.length);
  const awaitedCommands = await readAwaited(client, entries);
  const { plan, states } = await worked(client, entries, lessons, { ...parts, ...by, awaitedCommands });
  try {
    const stored = await storeBatch(client, {
      positions: plan.positions,
      odd: plan.odd,
      events: plan.events,
      answered: plan.answered,
      states,
      effective: [...plan.effective.keys()],
    });
    for (const [deviceId, { state }] of plan.devices) parts.states.set(deviceId, state);
    return { plan, states, stored };
  } catch (error) {
    parts.states.forget(deviceIds);
    if (isConnectionError(error)) lessons.attempt = { plan, states };
    if (!(error instanceof StoredBefore)) throw error;
    const known = lessons.repeats.size;
    for (const id of error.positionIds) {
      const entry = plan.effective.get(id);
      if (entry) lessons.repeats.add(entry);
    }
    if (lessons.repeats.size === known)
      throw new PlanFailed('a refused batch taught nothing', { cause: error });
    return commitBatch(client, entries, lessons, parts);
  }
}

/** Tried again after a lost connection, the batch may be there already; it is told as it was stored then. */
async function committedBefore(
  client: Pick<ClientBase, 'query'>,
  { attempt }: Lessons,
  { states }: Pick<CommitParts, 'states'>,
): Promise<Committed | undefined> {
  if (!attempt) return undefined;
  const stored = await storedBy(client, attempt);
  if (!stored) return undefined;
  states.forget(attempt.plan.devices.keys());
  return { ...attempt, stored };
}

/** Works the batch out, with more numbers as long as they do not suffice. */
async function worked(
  client: Pick<ClientBase, 'query'>,
  entries: readonly Entry[],
  lessons: Lessons,
  parts: Omit<PlanParts, 'positionNumbers' | 'eventNumbers'> &
    Pick<CommitParts, 'positionNumbers' | 'eventNumbers'>,
) {
  for (let events = entries.length * eventsAnEntry; ; events *= 2) {
    await parts.eventNumbers.reserve(client, events);
    try {
      const plan = planBatch(entries, lessons, parts);
      return { plan, states: stateRows(plan) };
    } catch (error) {
      if (error instanceof NumbersExhausted) continue;
      throw new PlanFailed('a batch could not be worked out', { cause: error });
    }
  }
}

/** In one order everywhere, so that two transactions over the same devices wait for each other and never in a ring. */
function stateRows(plan: Plan): readonly StateRow[] {
  const rows = [...plan.devices].map(([deviceId, device]) => stateRow(deviceId, device));
  return rows.sort((one, other) => one.deviceId - other.deviceId);
}
