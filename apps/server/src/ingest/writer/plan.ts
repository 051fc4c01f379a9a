/** A batch as it is worked out before it is written (see `planBatch`). */

import { hash } from 'node:crypto';
import type { EventAttributes } from '@atalaia/contract/rules/event';
import type { EventType } from '@atalaia/domain/catalog/event-types';
import type { ClientBase } from 'pg';
import type { Claim } from '../connection/claims-queries.ts';
import { cleanText } from '../steps/clean.ts';
import type { PositionEvent, StepRules } from '../steps/step.ts';
import type { DeviceState, DeviceStates } from './device-states.ts';
import type { AnswerEntry, Entry, PositionEntry } from './entry.ts';
import type { NumberBlocks } from './number-blocks.ts';
import type { AnsweredRow, AsideRow, EventRow, OddRow, PositionRow, StateRow } from './rows.ts';

/** A message of the database may quote the values it was given. */
const longestError = 1000;

/** Plans that an entry goes to `refused_messages`, in a form that this table always takes. Returns its number. */
export function planAside(
  plan: Plan,
  entry: Entry,
  refusal: Refusal,
  parts: Pick<PlanParts, 'positionNumbers'>,
): number | undefined {
  if (entry.kind !== 'position' && entry.kind !== 'answer') return undefined;
  const id = parts.positionNumbers.take();
  plan.aside.push({
    id,
    deviceId: entry.device.id,
    digest: digestOf(entry),
    receivedMs: entry.receivedMs,
    protocol: entry.protocol,
    kind: entry.kind === 'position' ? 'position' : 'commandResult',
    error: cleanText([...new Set(refusal.errors)].join('; ').slice(0, longestError)),
    frame: entry.frame,
    content: contentOf(entry),
  });
  return id;
}

/** Answers have no identity: each one counts. */
function digestOf(entry: PositionEntry | AnswerEntry): string {
  if (entry.kind === 'position') return entry.digest;
  return hash('sha256', `${entry.receivedMs} ${entry.result}`, 'hex').slice(0, 32);
}

/** JSON of printable ASCII: whatever a text holds is written out in it, and no column refuses that. */
function contentOf(entry: PositionEntry | AnswerEntry): string | null {
  try {
    const content = entry.kind === 'position' ? entry.position : { result: entry.result };
    return JSON.stringify(content).replace(
      /[^ -~]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  } catch {
    return null;
  }
}

/** A command that left for a tracker and is not answered yet. */
interface AwaitedCommand {
  readonly id: number;
  readonly type: string;
}

/** By device, the oldest first: trackers answer in the order in which they were asked. */
type AwaitedCommands = ReadonlyMap<number, readonly AwaitedCommand[]>;

interface Row extends AwaitedCommand {
  readonly deviceId: number;
}

const text = `
  SELECT id, device_id AS "deviceId", type FROM sent_commands
  WHERE device_id = ANY($1::int[]) AND state = 'sent' AND NOT silent AND NOT text_channel
  ORDER BY device_id, id`;

const none: AwaitedCommands = new Map();

/** The commands that the answers among these entries may be about; asks nothing where there is no answer. */
export async function readAwaited(
  client: Pick<ClientBase, 'query'>,
  entries: readonly Entry[],
): Promise<AwaitedCommands> {
  const deviceIds = new Set<number>();
  for (const entry of entries) if (entry.kind === 'answer') deviceIds.add(entry.device.id);
  if (deviceIds.size === 0) return none;
  const { rows } = await client.query<Row>({ name: 'ingest-awaited', text, values: [[...deviceIds]] });
  const awaited = new Map<number, AwaitedCommand[]>();
  for (const { deviceId, id, type } of rows) {
    const commands = awaited.get(deviceId);
    if (commands) commands.push({ id, type });
    else awaited.set(deviceId, [{ id, type }]);
  }
  return awaited;
}

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
