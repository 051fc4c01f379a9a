import { type DeviceStatus, deviceStatusFrom } from '@atalaia/domain/devices/device-status';
import {
  type ReportedPosition,
  type VariablePosition,
  variablePosition,
} from '@atalaia/domain/expressions/expression-variables';
import type { ClientBase } from 'pg';
import { emptyMemory, memoryFrom } from '../steps/device-memory.ts';
import type { PriorState } from '../steps/step.ts';

/** A device as the steps find it: what `device_state` holds, less what is only shown. */
export interface DeviceState extends PriorState {
  /** How often the row was written; 0 without one. A plan holds only while this is the newest. */
  readonly version: number;
  readonly status: DeviceStatus;
  /** The highest claim to its connection that was committed, 0 without one, and the process that holds it still. */
  readonly heldClaim: number;
  readonly heldBy: number | null;
  /** Its last message, ms since 1970 UTC. */
  readonly lastUpdateMs: number | undefined;
  /** Digests of the positions of the newest fix time, so that a message sent again at once is known without asking. */
  readonly newestDigests: readonly string[];
  /** The newest position as expressions see it; only while some refer to it. */
  readonly last?: VariablePosition | undefined;
}

/** The committed states of active devices, in memory. */
export interface DeviceStates {
  /** Reads those that are not known yet. */
  load(client: Pick<ClientBase, 'query'>, deviceIds: Iterable<number>, withLast: boolean): Promise<void>;
  get(deviceId: number): DeviceState;
  /** After the commit that made it so. */
  set(deviceId: number, state: DeviceState): void;
  /** After a commit that failed, perhaps only in being answered: read again before the next use. */
  forget(deviceIds: Iterable<number>): void;
  /** After a lost connection: what was read on it may be older than what the next one finds (a database that failed over). */
  forgetAll(): void;
  /** Edited or removed: dropped before the next batch, since the one under way counts on them. */
  changed(deviceIds: Iterable<number>): void;
}

interface Row {
  readonly deviceId: number;
  readonly status: string;
  readonly lastUpdate: string | null;
  readonly memory: unknown;
  readonly version: number;
  readonly heldClaim: number;
  readonly heldBy: number | null;
  readonly position: ReportedPosition | null;
}

const text = `
  SELECT device_id AS "deviceId", status, last_update AS "lastUpdate", memory, version::float8,
    held_claim AS "heldClaim", held_by AS "heldBy",
    CASE WHEN $2 THEN position END AS position
  FROM device_state WHERE device_id = ANY($1::int[])`;

const emptyState: DeviceState = Object.freeze({
  version: 0,
  status: 'offline',
  heldClaim: 0,
  heldBy: null,
  lastUpdateMs: undefined,
  memory: emptyMemory,
  newestDigests: Object.freeze([]),
});

export function createDeviceStates(): DeviceStates {
  const states = new Map<number, DeviceState>();
  const outdated = new Set<number>();
  return {
    async load(client, deviceIds, withLast) {
      for (const id of outdated) states.delete(id);
      outdated.clear();
      const missing: number[] = [];
      for (const id of deviceIds) if (!states.has(id)) missing.push(id);
      if (missing.length === 0) return;
      const { rows } = await client.query<Row>({ name: 'ingest-states', text, values: [missing, withLast] });
      for (const id of missing) states.set(id, emptyState);
      for (const row of rows) states.set(row.deviceId, stateFrom(row));
    },
    get: (deviceId) => states.get(deviceId) ?? emptyState,
    set: (deviceId, state) => states.set(deviceId, state),
    forget(deviceIds) {
      for (const id of deviceIds) states.delete(id);
    },
    forgetAll() {
      states.clear();
    },
    changed(deviceIds) {
      for (const id of deviceIds) if (states.has(id)) outdated.add(id);
    },
  };
}

function stateFrom(row: Row): DeviceState {
  return {
    version: row.version,
    status: deviceStatusFrom(row.status),
    heldClaim: row.heldClaim,
    heldBy: row.heldBy,
    lastUpdateMs: row.lastUpdate === null ? undefined : Date.parse(row.lastUpdate),
    memory: memoryFrom(row.memory),
    newestDigests: [],
    last: row.position === null ? undefined : variablePosition(row.position),
  };
}
