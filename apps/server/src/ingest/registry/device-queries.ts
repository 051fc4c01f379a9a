import { protocolSettings } from '@atalaia/domain/devices/protocol-settings';
import type { DecodeSettings } from '@atalaia/protocols/protocol';
import type { Pool } from 'pg';
import type { IngestDevice } from '../ingest-device.ts';
import { positive } from '../ingest-settings.ts';
import { thresholdsFrom } from '../thresholds.ts';

/** Attributes that decoders read; the others of a device are no business of theirs, and need no memory here. */
const read: ReadonlySet<string> = new Set(['devicePassword', ...protocolSettings.map(({ key }) => key)]);

/** How a device's frames are to be read, from its attributes; undefined for one like all others, as nearly always. */
function decodeSettingsFrom(attributes: Readonly<Record<string, unknown>>): DecodeSettings | undefined {
  const own = Object.entries(attributes).filter(([key]) => read.has(key));
  const { timezone } = attributes;
  const settings = {
    ...(isTimezone(timezone) && { timezone }),
    ...(own.length > 0 && { attributes: Object.fromEntries(own) }),
  };
  return Object.keys(settings).length > 0 ? settings : undefined;
}

/** A zone that nobody knows counts as none: a tracker's times are then read as UTC. */
function isTimezone(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }) !== undefined;
  } catch {
    return false;
  }
}

interface Row {
  readonly id: number;
  readonly uniqueId: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly category: string | null;
  readonly groupId: number | null;
  readonly expiresMs: number | null;
  readonly calendarId: number | null;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const columns = `
  id, unique_id AS "uniqueId", name, disabled, category, group_id AS "groupId",
  floor(extract(epoch FROM expiration_time) * 1000)::float8 AS "expiresMs", calendar_id AS "calendarId", attributes`;

export interface DeviceQueries {
  byUniqueIds(uniqueIds: readonly string[]): Promise<readonly IngestDevice[]>;
  /** Adds a device named as it calls itself, with the audit and what other processes are notified of; undefined when another process was faster. */
  register(
    uniqueId: string,
    origin: { readonly protocol: string; readonly address: string },
  ): Promise<number | undefined>;
  /** Who sees every device, one that nobody is linked to as well. */
  administrators(): Promise<readonly number[]>;
}

export function createDeviceQueries(pool: Pick<Pool, 'query'>): DeviceQueries {
  return {
    async byUniqueIds(uniqueIds) {
      const { rows } = await pool.query<Row>({
        name: 'ingest-devices',
        text: `SELECT ${columns} FROM devices WHERE unique_id = ANY($1::text[])`,
        values: [uniqueIds],
      });
      return rows.map(deviceFrom);
    },
    async register(uniqueId, { protocol, address }) {
      const { rows } = await pool.query<{ id: number }>({
        text: `
          WITH made AS (
            INSERT INTO devices (unique_id, name) VALUES ($1, $1) ON CONFLICT DO NOTHING RETURNING id
          ), changed AS (
            INSERT INTO changes (topic, message)
            SELECT 'deviceRegistry', jsonb_build_object('deviceIds', jsonb_build_array(id)) FROM made
            UNION ALL
            SELECT 'visibility', jsonb_build_object('deviceIds', jsonb_build_array(id), 'userIds',
              (SELECT coalesce(jsonb_agg(u.id), '[]') FROM users AS u WHERE u.administrator)) FROM made
          )
          INSERT INTO audit (action, noun, object_id, address, details)
          SELECT 'register', 'device', id, $2, jsonb_build_object('uniqueId', $1::text, 'protocol', $3::text)
          FROM made RETURNING object_id AS id`,
        values: [uniqueId, address, protocol],
      });
      return rows[0]?.id;
    },
    async administrators() {
      const { rows } = await pool.query<{ id: number }>('SELECT id FROM users WHERE administrator');
      return rows.map(({ id }) => id);
    },
  };
}

function deviceFrom({ attributes, groupId, expiresMs, calendarId, ...row }: Row): IngestDevice {
  const thresholds = thresholdsFrom(attributes);
  const decodeSettings = decodeSettingsFrom(attributes);
  return {
    ...row,
    groupId: groupId ?? undefined,
    ...(expiresMs !== null && { expiresMs }),
    ...(calendarId !== null && { calendarId }),
    ...(Object.keys(thresholds).length > 0 ? { thresholds } : {}),
    ...(decodeSettings && { decodeSettings }),
    speedLimitKnots: positive(attributes.speedLimit),
  };
}
