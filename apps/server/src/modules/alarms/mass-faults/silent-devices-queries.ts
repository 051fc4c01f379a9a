/**
 * Devices that fell silent beyond their own interval (DESK-10). `device_state` is passed over once, by one column; what
 * devices have in common is read out of their positions for the few that are silent, and for all only where many are.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import { unseenAfter } from '../../../queries/sql-fragments.ts';
import {
  groupKey,
  type MassFaultKind,
  type MassFaultSettings,
  type NewlySilent,
} from './mass-fault-groups.ts';

/** Trackers find their way back after a pause of ours: they get their own interval anew, and this. */
const pauseGrace = '5 minutes';

const pausesKept = '7 days';

/** Longer ago a pause explains no silence. */
const pauseCounts = '25 hours';

/**
 * What processes did not take is noted as a pause of ours, once for each that is not seen any more. Whether any takes
 * messages now.
 */
export async function notePauses(db: Kysely<Schema>): Promise<boolean> {
  await sql`
    WITH gone AS (
      DELETE FROM ingest_processes WHERE seen_at < now() - ${sql.lit(unseenAfter)}::interval RETURNING seen_at
    )
    INSERT INTO ingest_pauses (began_at, ended_at) SELECT min(seen_at), now() FROM gone HAVING count(*) > 0`.execute(
    db,
  );
  await sql`DELETE FROM ingest_pauses WHERE ended_at < now() - ${sql.lit(pausesKept)}::interval`.execute(db);
  const { rows } = await sql`SELECT FROM ingest_processes LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Over `device_state AS s` and `devices AS d`: what it has in common with others, as text or null. */
function keysOf(cellKm: number): Readonly<Record<MassFaultKind, RawBuilder<unknown>>> {
  const degree = sql.lit(111.32);
  const row = sql`floor(s.latitude * ${degree} / ${cellKm}::float8)`;
  const metresWide = sql`${degree} * cos(radians((${row} + 0.5) * ${cellKm}::float8 / ${degree}))`;
  return {
    sim: sql`substring(coalesce(p.attributes ->> 'iccid', d.attributes ->> 'iccid') FROM '^89[0-9]{4}')`,
    provider: sql`nullif(trim(d.attributes ->> 'm2mProvider'), '')`,
    network: sql`(p.network -> 'cellTowers' -> 0 ->> 'mobileCountryCode') || '-'
      || lpad(p.network -> 'cellTowers' -> 0 ->> 'mobileNetworkCode', 2, '0')`,
    cell: sql`${row} || ':' || floor(s.longitude * ${metresWide} / ${cellKm}::float8)`,
    protocol: sql`p.protocol`,
    all: sql`'all'::text`,
  };
}

/** The parts of a position that are looked at, read in one go. */
const positionOf = sql`LATERAL json_to_record(coalesce(s.position, '{}'))
  AS p (protocol text, network json, attributes json)`;

/** Those that fell silent within the window, unless a mass fault named this silence already or they are silenced. */
export async function findNewlySilent(
  db: Kysely<Schema>,
  { windowMinutes, cellKm }: MassFaultSettings,
): Promise<readonly NewlySilent[]> {
  const keys = Object.entries(keysOf(cellKm)).flatMap(([by, key]) => [sql.lit(by), key]);
  const { rows } = await sql<NewlySilent>`
    WITH pause AS MATERIALIZED (
      SELECT coalesce(max(ended_at), '-infinity') AS at FROM ingest_pauses
      WHERE ended_at > now() - ${sql.lit(pauseCounts)}::interval
    ), judged AS MATERIALIZED (
      SELECT s.device_id, s.last_update < pause.at AS "isAfterPause",
        CASE WHEN s.last_update < pause.at
          THEN greatest(s.overdue_at, pause.at + (s.overdue_at - s.last_update) + ${sql.lit(pauseGrace)}::interval)
          ELSE s.overdue_at END AS silent_at
      FROM device_state AS s, pause
      WHERE s.overdue_at <= now() AND (s.overdue_at > now() - ${windowMinutes}::int * interval '1 minute' OR s.last_update < pause.at)
    )
    SELECT d.id AS "deviceId", j."isAfterPause", json_build_object(${sql.join(keys)}) AS keys
    FROM judged AS j JOIN devices AS d ON d.id = j.device_id JOIN device_state AS s ON s.device_id = d.id, ${positionOf}
    WHERE j.silent_at <= now() AND j.silent_at > now() - ${windowMinutes}::int * interval '1 minute' AND NOT d.disabled
      AND NOT EXISTS (SELECT FROM alarm_mass_devices AS m WHERE m.device_id = d.id AND m.silent_since >= s.last_update)
      AND NOT EXISTS (SELECT FROM silences AS silence WHERE silence.ended_at IS NULL AND silence.until > now()
        AND (silence.device_id = d.id OR silence.customer_id = d.customer_id))
    ORDER BY d.id`.execute(db);
  return rows;
}

/** How many of each group are online and talk, by `groupKey`: one pass over all of them. */
export async function countTalking(
  db: Kysely<Schema>,
  { cellKm }: MassFaultSettings,
): Promise<ReadonlyMap<string, number>> {
  const keys = keysOf(cellKm);
  const named = Object.entries(keys).map(([by, key]) => sql`${key} AS ${sql.ref(by)}`);
  const names = Object.keys(keys).map((by) => sql.ref(by));
  const sets = names.map((name) => sql`(${name})`);
  const word = Object.keys(keys).map((by) => sql`WHEN grouping(${sql.ref(by)}) = 0 THEN ${sql.lit(by)}`);
  const { rows } = await sql<{ by: MassFaultKind; value: string; count: number }>`
    SELECT CASE ${sql.join(word, sql` `)} END AS by, coalesce(${sql.join(names)}) AS value, count(*)::int AS count
    FROM (
      SELECT ${sql.join(named)}
      FROM device_state AS s JOIN devices AS d ON d.id = s.device_id, ${positionOf}
      WHERE s.status = 'online' AND NOT d.disabled AND (s.overdue_at IS NULL OR s.overdue_at > now())
    ) AS talking
    GROUP BY GROUPING SETS (${sql.join(sets)}) HAVING coalesce(${sql.join(names)}) IS NOT NULL`.execute(db);
  return new Map(rows.map(({ by, value, count }) => [groupKey(by, value), count]));
}
