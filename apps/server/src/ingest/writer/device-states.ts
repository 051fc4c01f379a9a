import { type DeviceStatus, deviceStatusFrom } from '@atalaia/domain/device-status';
import type { ClientBase } from 'pg';
import { type DeviceMemory, emptyMemory, memoryFrom } from '../steps/device-memory.ts';

/** A device as the steps find it: what `device_state` holds, less what is only shown. */
export interface DeviceState {
  readonly status: DeviceStatus;
  /** When it was last heard, ms since 1970 UTC. */
  readonly lastUpdateMs: number | undefined;
  readonly memory: DeviceMemory;
  /** Digests of the positions of the newest fix time, so that a message sent again at once is known without asking. */
  readonly newestDigests: readonly string[];
}

/** The committed states of the devices that spoke, in memory. */
export interface DeviceStates {
  /** Reads those that are not known yet. */
  load(client: Pick<ClientBase, 'query'>, deviceIds: Iterable<number>): Promise<void>;
  get(deviceId: number): DeviceState;
  /** After the commit that made it so. */
  set(deviceId: number, state: DeviceState): void;
  /** After a commit that failed, perhaps only in being answered: read again before the next use. */
  forget(deviceIds: Iterable<number>): void;
  /** Edited or removed: dropped before the next batch, since the one under way counts on them. */
  changed(deviceIds: Iterable<number>): void;
}

interface Row {
  readonly deviceId: number;
  readonly status: string;
  readonly lastUpdate: string | null;
  readonly memory: unknown;
}

const text = `
  SELECT device_id AS "deviceId", status, last_update AS "lastUpdate", memory
  FROM device_state WHERE device_id = ANY($1::int[])`;

const neverHeard: DeviceState = Object.freeze({
  status: 'offline',
  lastUpdateMs: undefined,
  memory: emptyMemory,
  newestDigests: Object.freeze([]),
});

export function createDeviceStates(): DeviceStates {
  const states = new Map<number, DeviceState>();
  const outdated = new Set<number>();
  return {
    async load(client, deviceIds) {
      for (const id of outdated) states.delete(id);
      outdated.clear();
      const missing: number[] = [];
      for (const id of deviceIds) if (!states.has(id)) missing.push(id);
      if (missing.length === 0) return;
      const { rows } = await client.query<Row>({ name: 'ingest-states', text, values: [missing] });
      for (const id of missing) states.set(id, neverHeard);
      for (const row of rows) states.set(row.deviceId, stateFrom(row));
    },
    get: (deviceId) => states.get(deviceId) ?? neverHeard,
    set: (deviceId, state) => states.set(deviceId, state),
    forget(deviceIds) {
      for (const id of deviceIds) states.delete(id);
    },
    changed(deviceIds) {
      for (const id of deviceIds) if (states.has(id)) outdated.add(id);
    },
  };
}

function stateFrom(row: Row): DeviceState {
  return {
    status: deviceStatusFrom(row.status),
    lastUpdateMs: row.lastUpdate === null ? undefined : Date.parse(row.lastUpdate),
    memory: memoryFrom(row.memory),
    newestDigests: [],
  };
}
