/** What the database holds of the crash test's trackers. */
import { type Database, openEmbedded } from '@atalaia/server/src/platform/db/database.ts';
import { pino } from 'pino';

export interface StoredTracker {
  readonly uniqueId: string;
  readonly positions: number;
  /** Different fix times among them. */
  readonly moments: number;
  readonly firstFixMs: number;
  readonly lastFixMs: number;
  /** What the device's state says is its newest position's fix time. */
  readonly stateFixMs: number;
  /** What its odometer and its engine's clock count. */
  readonly metres: number;
  readonly engineMs: number;
  /** `type@event time`, as often as it is there; an alarm's type is `alarm:key`. */
  readonly events: readonly string[];
}

interface Row {
  readonly unique_id: string;
  readonly positions: number;
  readonly moments: number;
  readonly first_ms: number;
  readonly last_ms: number;
  readonly state_ms: number;
  readonly metres: number;
  readonly engine_ms: number;
}

const positionsSql = `
  SELECT unique_id, positions, moments, first_ms, last_ms,
    (extract(epoch FROM s.fix_time) * 1000)::float8 AS state_ms,
    (s.memory ->> 'totalDistanceMetres')::float8 AS metres, (s.memory ->> 'hoursMs')::float8 AS engine_ms
  FROM (
    SELECT device_id, count(*)::int AS positions, count(DISTINCT fix_time)::int AS moments,
      (extract(epoch FROM min(fix_time)) * 1000)::float8 AS first_ms,
      (extract(epoch FROM max(fix_time)) * 1000)::float8 AS last_ms
    FROM positions GROUP BY device_id
  ) AS stored
  JOIN devices d ON d.id = stored.device_id
  JOIN device_state s ON s.device_id = d.id`;

const eventsSql = `
  SELECT unique_id, concat_ws(':', type, e.attributes ->> 'alarm') ||
    '@' || (extract(epoch FROM event_time) * 1000)::int8 AS event
  FROM events e JOIN devices d ON d.id = e.device_id
  WHERE type IN ('alarm', 'ignitionOn', 'ignitionOff')`;

/** Of a server that has ended. */
export async function readEnded(dataDir: string): Promise<ReadonlyMap<string, StoredTracker>> {
  const database = await openEmbedded(dataDir, 1, pino({ level: 'error' }));
  try {
    return await readStored(database.pool);
  } finally {
    await database.stop();
  }
}

export async function readStored(pool: Database['pool']): Promise<ReadonlyMap<string, StoredTracker>> {
  const positions = await pool.query<Row>(positionsSql);
  const events = await pool.query<{ unique_id: string; event: string }>(eventsSql);
  const eventsByTracker = Map.groupBy(events.rows, ({ unique_id }) => unique_id);
  return new Map(
    positions.rows.map((row) => [
      row.unique_id,
      {
        uniqueId: row.unique_id,
        positions: row.positions,
        moments: row.moments,
        firstFixMs: row.first_ms,
        lastFixMs: row.last_ms,
        stateFixMs: row.state_ms,
        metres: row.metres,
        engineMs: row.engine_ms,
        events: (eventsByTracker.get(row.unique_id) ?? []).map(({ event }) => event),
      },
    ]),
  );
}
