import type { ClientBase } from 'pg';
import {
  isConnectionError,
  NumbersExhausted,
  PlanFailed,
  StaleStates,
  StoredBefore,
} from '../../errors/database-errors.ts';
import { inSpan } from '../../platform/tracing.ts';
import type { StepRules } from '../steps/step.ts';
import { longestSilenceMs } from '../steps/usual-interval.ts';
import type { DeviceStates } from './device-states.ts';
import type { Entry } from './entry.ts';
import { noteForwardedCopies } from './forwarded-copies.ts';
import type { NumberBlocks } from './number-blocks.ts';
import {
  type Attempt,
  type DevicePlan,
  type Plan,
  type PlanParts,
  type RetryHints,
  readAwaited,
} from './plan.ts';
import { planBatch } from './plan-batch.ts';
import { positionJson } from './position-row.ts';
import type { StateRow } from './rows.ts';
import { storeAside } from './store-aside.ts';
import { type Stored, storeBatch } from './store-batch.ts';

/** Waits for the lost transaction, should the server still be at it. */
const waitText = 'SELECT FROM device_state WHERE device_id = ANY($1::int[]) ORDER BY device_id FOR UPDATE';

const foundText = `
  SELECT
    (SELECT count(*) FROM positions WHERE id = ANY($1::int8[]))::int AS positions,
    (SELECT count(*) FROM odd_positions WHERE id = ANY($1::int8[]))::int AS odd,
    (SELECT count(*) FROM refused_messages WHERE id = ANY($1::int8[]))::int AS aside,
    (SELECT count(*) FROM events WHERE id = ANY($2::int8[]))::int AS events`;

/**
 * What was read may come from a server that is no longer the one whose commits last (a database that fails over).
 * A write that commits on the same connection shows that it still is.
 */
const confirmText = 'UPDATE device_state SET version = version + 1 WHERE device_id = ANY($1::int[])';

interface Found extends Stored {
  readonly events: number;
}

/**
 * What the attempt stored, known by its rows' numbers; undefined when it was not committed, or wrote nothing but states,
 * which writing again does not change.
 */
async function storedBy(
  client: Pick<ClientBase, 'query'>,
  { plan, states }: Attempt,
): Promise<Stored | undefined> {
  const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
  const deviceIds = states.map(({ deviceId }) => deviceId);
  await client.query(waitText, [deviceIds]);
  const { rows } = await client.query<Found>(foundText, [
    idsOf([...plan.positions, ...plan.odd, ...plan.aside]),
    idsOf(plan.events),
  ]);
  const [found] = rows;
  if (!found || found.positions + found.odd + found.aside + found.events === 0) return undefined;
  await client.query(confirmText, [deviceIds]);
  return { positions: found.positions, odd: found.odd, aside: found.aside };
}

export interface CommitParts {
  readonly states: DeviceStates;
  readonly positionNumbers: NumberBlocks;
  readonly eventNumbers: NumberBlocks;
  /** Another process wrote these devices' states first; the batch is worked out again, or given up for now. */
  onStale(devices: readonly Entry['device'][], isGivenUp: boolean): void;
  /** See `PackParts`. */
  onUnpacked?(reason: unknown): void;
  /** What holds now; a batch is worked out by one answer. */
  rules(): StepRules;
}

/** What was committed. */
export interface Committed {
  readonly plan: Plan;
  readonly states: readonly StateRow[];
  readonly stored: Stored;
}

/** A batch is worked out anew so often at most; then its contended devices go apart (`commitAll`). */
const mostTries = 6;

/** Most entries raise no event. A batch that raises more than its block of numbers is planned again with twice as many. */
const eventsAnEntry = 2;

/**
 * Commits entries in one transaction, or throws with nothing of them committed. A lost connection leaves that open: the
 * retry hints then contain the attempt, and when the next call finds it stored, that is what was committed.
 * Positions found to be stored before are noted in the retry hints, and the rest is worked out again without them. States
 * that another process wrote meanwhile are read again, and the batch is worked out by them; refused too often, it throws
 * `StaleStates`.
 */
export async function commitBatch(
  client: Pick<ClientBase, 'query'>,
  entries: readonly Entry[],
  retryHints: RetryHints,
  parts: CommitParts,
  triesLeft = mostTries,
): Promise<Committed> {
  const deviceIds = new Set<number>();
  for (const { device } of entries) deviceIds.add(device.id);
  const before = await committedBefore(client, retryHints, parts);
  if (before) return before;
  const by = parts.rules();
  await parts.states.load(client, deviceIds, by.rules.computedAskLast);
  await noteForwardedCopies(client, entries, retryHints, parts.states);
  const awaitedCommands = await readAwaited(client, entries);
  const { plan, states } = await worked(client, entries, retryHints, { ...parts, ...by, awaitedCommands });
  try {
    const stored = await store(client, plan, states, parts);
    for (const [deviceId, { state }] of plan.devices) {
      parts.states.set(deviceId, { ...state, version: state.version + 1 });
    }
    return { plan, states, stored };
  } catch (error) {
    if (error instanceof StaleStates) {
      parts.states.forget(error.deviceIds);
      const stale = new Set(error.deviceIds);
      parts.onStale(
        [...new Map(entries.map(({ device }) => [device.id, device])).values()].filter(({ id }) =>
          stale.has(id),
        ),
        triesLeft === 1,
      );
      if (triesLeft === 1) throw error;
      return commitBatch(client, entries, retryHints, parts, triesLeft - 1);
    }
    parts.states.forget(deviceIds);
    if (isConnectionError(error)) retryHints.attempt = { plan, states };
    if (!(error instanceof StoredBefore)) throw error;
    const known = retryHints.repeats.size;
    for (const id of error.positionIds) {
      const entry = plan.effective.get(id);
      if (entry) retryHints.repeats.add(entry);
    }
    if (retryHints.repeats.size === known)
      throw new PlanFailed('a refused batch taught nothing', { cause: error });
    return commitBatch(client, entries, retryHints, parts);
  }
}

function store(
  client: Pick<ClientBase, 'query'>,
  { positions, odd, aside, events, answered, effective }: Plan,
  states: readonly StateRow[],
  { onUnpacked }: Pick<CommitParts, 'onUnpacked'>,
): Promise<Stored> {
  if (aside.length > 0) return storeAside(client, { aside, states, events, effective: effective.size > 0 });
  return inSpan(
    'store batch',
    { positions: positions.length, devices: states.length, events: events.length },
    () =>
      storeBatch(
        client,
        { positions, odd, events, answered, states, effective: [...effective.keys()] },
        { onUnpacked },
      ),
  );
}

/** Tried again after a lost connection, the batch may be there already; it is published as it was stored then. */
async function committedBefore(
  client: Pick<ClientBase, 'query'>,
  { attempt }: RetryHints,
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
  retryHints: RetryHints,
  parts: Omit<PlanParts, 'positionNumbers' | 'eventNumbers'> &
    Pick<CommitParts, 'positionNumbers' | 'eventNumbers'>,
) {
  for (let events = entries.length * eventsAnEntry; ; events *= 2) {
    await parts.positionNumbers.reserve(client, entries.length);
    await parts.eventNumbers.reserve(client, events);
    try {
      const plan = planBatch(entries, retryHints, parts);
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

/** The row of a device as the batch leaves it. */
function stateRow(deviceId: number, { state, newest, sirenEventId }: DevicePlan): StateRow {
  return {
    deviceId,
    version: state.version + 1,
    status: state.status,
    heldClaim: state.heldClaim,
    heldBy: state.heldBy,
    lastUpdateMs: state.lastUpdateMs ?? null,
    overdueMs: overdueMs(state),
    newest: newest ?? null,
    positionJson: newest ? positionJson(newest) : null,
    sirenEventId,
    memoryJson: JSON.stringify(state.memory),
  };
}

/** When it is silent beyond its own interval. */
function overdueMs({ lastUpdateMs, memory }: DevicePlan['state']): number | null {
  const silenceMs = longestSilenceMs(memory);
  return lastUpdateMs === undefined || silenceMs === undefined ? null : lastUpdateMs + silenceMs;
}
