/** Devices as a command needs to know them. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { groupsAndBelow } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleDevices, visibleGroups } from '../../visibility/visible.ts';
import type { LastFix } from './safe-block.ts';

export interface Target {
  readonly id: number;
  readonly uniqueId: string;
  readonly phone: string | null;
  /** Its tracker is not heard. */
  readonly disabled: boolean;
  /** The device's attributes. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Of its last position; null before the first. */
  readonly protocol: string | null;
  readonly lastFix: LastFix | undefined;
}

interface Row extends Omit<Target, 'lastFix'> {
  readonly speedKnots: number | null;
  readonly fixTimeMs: number | null;
  readonly serverTimeMs: number | null;
  readonly isReliable: boolean | null;
}

const milliseconds = (instant: RawBuilder<unknown>) =>
  sql`(extract(epoch FROM ${instant}) * 1000)::double precision`;

/** Columns over `d` and `s`: devices and their state. */
export const targetColumns = sql`
  d.id, d.unique_id AS "uniqueId", d.phone,
  d.disabled OR coalesce(d.expiration_time <= now(), false) AS disabled, d.attributes AS settings, s.position ->> 'protocol' AS protocol,
  s.speed AS "speedKnots", ${milliseconds(sql`s.fix_time`)} AS "fixTimeMs",
  ${milliseconds(sql`(s.position ->> 'serverTime')::timestamptz`)} AS "serverTimeMs",
  (s.position ->> 'valid')::boolean AND NOT (s.position ->> 'outdated')::boolean AS "isReliable"`;

export function targetFrom({ speedKnots, fixTimeMs, serverTimeMs, isReliable, ...target }: Row): Target {
  const isPlaced = speedKnots !== null && fixTimeMs !== null && serverTimeMs !== null;
  return {
    ...target,
    lastFix: isPlaced ? { speedKnots, fixTimeMs, serverTimeMs, isReliable: isReliable === true } : undefined,
  };
}

/** The visible ones among these devices, by number. */
export async function findTargets(
  db: Kysely<Schema>,
  viewer: Viewer,
  deviceIds: readonly number[],
): Promise<Map<number, Target>> {
  const { rows } = await sql<Row>`
    SELECT ${targetColumns} FROM ${visibleDevices(viewer)} LEFT JOIN device_state AS s ON s.device_id = d.id
    WHERE d.id = ANY(${deviceIds}::integer[]) ORDER BY d.id`.execute(db);
  return new Map(rows.map((row) => [row.id, targetFrom(row)]));
}

export type TargetRow = Row;

/** The visible ones among these groups. */
export async function findGroups(
  db: Kysely<Schema>,
  viewer: Viewer,
  groupIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT g.id FROM ${visibleGroups(viewer)} WHERE g.id = ANY(${groupIds}::integer[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Numbers of the visible devices that lie in these groups or in groups below them; one more than the limit at most. */
export async function devicesInGroups(
  db: Kysely<Schema>,
  viewer: Viewer,
  groupIds: readonly number[],
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT d.id FROM ${visibleDevices(viewer)}
    JOIN (${groupsAndBelow(groupIds)}) AS within ON within.id = d.group_id
    ORDER BY d.id LIMIT ${limit + 1}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A device, whoever asks: for what the server does by itself. */
export async function findTargetOf(db: Kysely<Schema>, deviceId: number): Promise<Target | undefined> {
  const { rows } = await sql<Row>`
    SELECT ${targetColumns} FROM devices AS d LEFT JOIN device_state AS s ON s.device_id = d.id WHERE d.id = ${deviceId}`.execute(
    db,
  );
  return rows[0] && targetFrom(rows[0]);
}
