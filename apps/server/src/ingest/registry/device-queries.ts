import type { Pool } from 'pg';
import type { IngestDevice } from '../ingest-device.ts';
import { positive } from '../ingest-settings.ts';
import { thresholdsFrom } from '../thresholds.ts';

interface Row {
  readonly id: number;
  readonly uniqueId: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly category: string | null;
  readonly groupId: number | null;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const columns = `
  id, unique_id AS "uniqueId", name, disabled, category, group_id AS "groupId", attributes`;

export interface DeviceQueries {
  byUniqueIds(uniqueIds: readonly string[]): Promise<readonly IngestDevice[]>;
  /** Adds a device named as it calls itself; undefined when somebody was faster. */
  register(uniqueId: string): Promise<number | undefined>;
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
    async register(uniqueId) {
      const { rows } = await pool.query<{ id: number }>({
        text: `INSERT INTO devices (unique_id, name) VALUES ($1, $1) ON CONFLICT DO NOTHING RETURNING id`,
        values: [uniqueId],
      });
      return rows[0]?.id;
    },
  };
}

function deviceFrom({ attributes, groupId, ...row }: Row): IngestDevice {
  const { speedLimit, timezone } = attributes;
  const thresholds = thresholdsFrom(attributes);
  return {
    ...row,
    groupId: groupId ?? undefined,
    ...(Object.keys(thresholds).length > 0 ? { thresholds } : {}),
    speedLimitKnots: positive(speedLimit),
    timezone: isTimezone(timezone) ? timezone : undefined,
  };
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
