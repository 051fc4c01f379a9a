/** A batch as it is worked out before it is written (see `planBatch`). */
import type { EventAttributes } from '@atalaia/contract/rules/event';
import type { EventType } from '@atalaia/domain/catalog/event-types';
import type { Claim } from '../connection/claims-queries.ts';
import type { PositionEvent, StepRules } from '../steps/step.ts';
import type { AwaitedCommands } from './awaited-commands.ts';
import type { DeviceState, DeviceStates } from './device-states.ts';
import type { Entry } from './entry.ts';
import type { NumberBlocks } from './number-blocks.ts';
import type { AnsweredRow, AsideRow, EventRow, OddRow, PositionRow, StateRow } from './rows.ts';

export interface Plan {
  readonly positions: PositionRow[];
  readonly odd: OddRow[];
  /** Messages that no other table takes. An entry that goes there is the only one of its batch. */
  readonly aside: AsideRow[];
  readonly events: EventRow[];
  /** Commands that their trackers answered. */
  readonly answered: AnsweredRow[];
  readonly devices: Map<number, DevicePlan>;
  /** By number: the positions, also odd and refused ones, from which state or events follow. All must be new, or none is written. */
  readonly effective: Map<number, Entry>;
  /** Positions known as sent again without asking the database. */
  repeats: number;
  /** Computed attributes that could not be worked out. */
  failedExpressions: number;
}

/** A device as the batch leaves it. */
export interface DevicePlan {
  state: DeviceState;
  /** The last position of the batch that moves the device on the map. */
  newest: PositionRow | undefined;
  /** The last alarm event of the batch. */
  sirenEventId: number | null;
  statusChanged: boolean;
  /** The last claim that holds the device by this batch, and the last that a higher one refused. */
  held?: Claim;
  superseded?: Claim;
}

/** A batch whose connection was lost under its commit: it is stored whole, or nothing of it is. */
export interface Attempt {
  readonly plan: Plan;
  readonly states: readonly StateRow[];
}

/** What trying before has taught of a batch's entries. */
export interface RetryHints {
  /** Positions that are stored already. */
  readonly repeats: Set<Entry>;
  /** Entries that the database refuses: each is tried in another form. */
  readonly refused: Map<Entry, Refusal>;
  /** The last try of the batch, when its connection was lost before the answer. */
  attempt: Attempt | undefined;
}

/**
 * What is tried next of an entry that is refused: a position goes to `odd_positions`; else it goes to `refused_messages` with
 * the state of its device and its alarms; else it goes there alone.
 */
export interface Refusal {
  readonly form: 'odd' | 'aside' | 'alone';
  /** Why the first form was refused, in short. */
  readonly reason: string;
  /** The database's error for each form. */
  readonly errors: readonly string[];
}

export interface PlanParts extends StepRules {
  readonly states: Pick<DeviceStates, 'get'>;
  readonly awaitedCommands: AwaitedCommands;
  readonly positionNumbers: Pick<NumberBlocks, 'take'>;
  readonly eventNumbers: Pick<NumberBlocks, 'take'>;
}

/** Adds an event of an entry; returns its number. */
export function planEvent(
  plan: Plan,
  entry: Entry,
  type: EventType,
  attributes: EventAttributes,
  at: { readonly timeMs: number; readonly positionId: number | null },
  parts: Pick<PlanParts, 'eventNumbers' | 'rules'>,
  of: Pick<PositionEvent, 'geofenceId' | 'maintenanceId'> = {},
): number {
  const id = parts.eventNumbers.take();
  plan.events.push({
    id,
    device: entry.device,
    type,
    eventTimeMs: at.timeMs,
    receivedMs: entry.receivedMs,
    positionId: at.positionId,
    geofenceId: of.geofenceId ?? null,
    maintenanceId: of.maintenanceId ?? null,
    attributesJson: JSON.stringify(attributes),
    isNotable: parts.rules.notificationTypes.has(type),
    mayBeAlarm: parts.rules.alarmTypes.has(type),
  });
  return id;
}
