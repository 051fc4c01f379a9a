/** What one batch writes, row by row; times in ms since 1970 UTC, the rest in the tables' units. */

import type { EventType } from '@atalaia/domain/catalog/event-types';
import type { DeviceStatus } from '@atalaia/domain/devices/device-status';
import type { IngestDevice } from '../ingest-device.ts';
import type { NormalPosition } from '../steps/normalise.ts';
import type { Travel } from '../steps/travel.ts';

/** Which attributes a row has, in their order, and which of them are texts (migration 0212). */
export interface Shape {
  /** For PostgreSQL's `format`: the JSON behind its opening brace, with a place for each value. */
  readonly template: string;
}

export interface PositionRow {
  readonly id: number;
  readonly deviceId: number;
  readonly digest: string;
  readonly protocol: string;
  /** Another server forwarded it. */
  readonly isForwarded?: true;
  readonly type: string | null;
  readonly receivedMs: number;
  readonly position: NormalPosition;
  /** Undefined for a late position: it is between counted ones and counts nothing. */
  readonly travel: Travel | undefined;
  readonly motion: boolean;
  readonly ignition: boolean | null;
  /** Keys joined by comma. */
  readonly alarm: string | null;
  readonly fuel: number | null;
  readonly networkJson: string | null;
  /** The same as an array of numbers, where it is a single cell. */
  readonly cellJson?: string | null;
  /** Ids of the geofences it is in, as a JSON array; null for none. */
  readonly geofenceIdsJson: string | null;
  /** Without what has columns of its own. */
  readonly attributesJson: string;
  /** The same as values without names, each with a bar before it, where that takes less room. */
  readonly packed?: { readonly shape: Shape; readonly values: string } | undefined;
}

export interface OddRow {
  readonly id: number;
  readonly deviceId: number;
  readonly fixTimeMs: number;
  readonly digest: string;
  readonly receivedMs: number;
  readonly reason: string;
  readonly contentJson: string;
}

/** A message that no other table takes. */
export interface AsideRow {
  readonly id: number;
  readonly deviceId: number;
  readonly digest: string;
  readonly receivedMs: number;
  readonly protocol: string;
  readonly kind: string;
  readonly error: string;
  /** The bytes that it came in. */
  readonly frame: Uint8Array;
  /** What was read of it, as JSON in ASCII; null when not even that can be written. */
  readonly content: string | null;
}

export interface EventRow {
  readonly id: number;
  readonly device: Pick<IngestDevice, 'id' | 'name'>;
  readonly type: EventType;
  readonly eventTimeMs: number;
  readonly receivedMs: number;
  readonly positionId: number | null;
  readonly geofenceId: number | null;
  readonly maintenanceId: number | null;
  readonly attributesJson: string;
  /** Somebody's notification is about events of its type. */
  readonly isNotable: boolean;
  /** An alarm rule names its type. */
  readonly mayBeAlarm: boolean;
}

/** A command that its tracker answered. */
export interface AnsweredRow {
  readonly commandId: number;
  readonly deviceId: number;
  readonly receivedMs: number;
  readonly result: string;
}

export interface StateRow {
  readonly deviceId: number;
  /** The version that the row gets: one more than that of the state it was planned by. */
  readonly version: number;
  readonly status: DeviceStatus;
  readonly heldClaim: number;
  readonly heldBy: number | null;
  readonly lastUpdateMs: number | null;
  /** From then on it is silent beyond its own interval; null while that is not known. */
  readonly overdueMs: number | null;
  /** The newest position, when this batch brought it; null leaves the one before. */
  readonly newest: PositionRow | null;
  /** Its live text. */
  readonly positionJson: string | null;
  /** An alarm's event to be handled; null leaves what is there. */
  readonly sirenEventId: number | null;
  readonly memoryJson: string;
}
