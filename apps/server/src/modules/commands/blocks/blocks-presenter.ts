/** Block requests as the contract describes them, as JSON by PostgreSQL. */
import type { BlockQuery } from '@atalaia/contract/block/block';
import { type Kysely, sql } from 'kysely';
import type { LiveFragment } from '../../../platform/bus/bus.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { allOf, isoTime } from '../../../queries/sql-fragments.ts';
import { type Viewer, visibleDevices } from '../../../visibility/visible.ts';
import { askedAtDesk } from './blocks-queries.ts';

const columnsOf = (b: string) => {
  const of = (column: string) => sql.ref(`${b}.${column}`);
  const at = (column: string) => isoTime(`${b}.${column}`);
  return sql`
  ${of('id')}, ${of('kind')}, ${of('device_id')} AS "deviceId", ${of('device_name')} AS "deviceName", ${of('plate')},
  ${of('state')}, ${of('state_reason')} AS "stateReason", ${of('moment')} AS "when", ${of('reason')}, ${of('note')},
  ${of('confirmation')}, coalesce(${of('asked_by')}, 0) AS "askedBy", ${of('asked_by_name')} AS "askedByName",
  ${askedAtDesk(of('asked_by'))} AS "askedAtDesk", ${at('asked_at')} AS "askedAt",
  CASE WHEN ${of('second_at')} IS NULL AND ${of('alone_reason')} IS NULL THEN ${at('confirm_until')} END AS "confirmUntil",
  ${at('alone_from')} AS "aloneFrom", coalesce(${of('confirmed_by')}, 0) AS "confirmedBy",
  ${of('confirmed_by_name')} AS "confirmedByName", ${at('second_at')} AS "secondAt", ${of('alone_reason')} AS "aloneReason",
  ${of('reviewed_by_name')} AS "reviewedByName", ${at('reviewed_at')} AS "reviewedAt",
  CASE WHEN ${of('sinister_id')} IS NULL THEN ${at('expires_at')} END AS "expiresAt",
  coalesce(${of('sinister_id')}, 0) AS "sinisterId", ${at('sent_at')} AS "sentAt", ${at('done_at')} AS "doneAt",
  ${at('ended_at')} AS "endedAt", ${of('answer')}, ${of('policy')}, ${of('version')}`;
};

const inForce = sql`('sent', 'confirmed', 'unanswered', 'contradicted')`;

/** One with its history; '' for none. */
export async function describeBlock(db: Kysely<Schema>, id: number): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT row_to_json(shown)::text AS json FROM (
      SELECT ${columnsOf('b')}, (
        SELECT coalesce(json_agg(row_to_json(line) ORDER BY h.id), '[]')
        FROM block_history AS h, LATERAL (
          SELECT ${isoTime('h.at')} AS at, h.action, h.user_name AS "userName", h.address, h.details
        ) AS line WHERE h.block_id = b.id
      ) AS history FROM block_requests AS b WHERE b.id = ${id}
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}

/** Of visible devices, newest first. */
export async function describeBlocks(db: Kysely<Schema>, viewer: Viewer, query: BlockQuery): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY shown.id DESC), '') AS json FROM (
      SELECT ${columnsOf('b')} FROM ${visibleDevices(viewer)} JOIN block_requests AS b ON b.device_id = d.id
      WHERE ${allOf(
        query.deviceId === undefined ? undefined : sql`b.device_id = ${Number(query.deviceId)}`,
        query.open === 'true' ? sql`b.state IN ('requested', 'waiting')` : undefined,
        query.review === 'true' ? sql`b.alone_reason IS NOT NULL AND b.reviewed_at IS NULL` : undefined,
      )}
      ORDER BY b.id DESC LIMIT 100
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}

/** Every visible vehicle whose block was sent and not released, the oldest first; with the release that is under way. */
export async function describeBlocked(db: Kysely<Schema>, viewer: Viewer): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY shown."ageSeconds" DESC), '') AS json FROM (
      SELECT row_to_json(block) AS block, row_to_json(release) AS release, c.name AS "customerName",
        floor(extract(epoch FROM now() - coalesce(b.sent_at, b.asked_at)))::int AS "ageSeconds",
        coalesce(b.sent_at, b.asked_at) < now() - interval '24 hours' AS "isOverdue"
      FROM ${visibleDevices(viewer)}
      JOIN block_requests AS b ON b.device_id = d.id AND b.kind = 'block' AND b.state IN ${inForce}
      LEFT JOIN customers AS c ON c.id = d.customer_id
      CROSS JOIN LATERAL (SELECT ${columnsOf('b')}) AS block
      LEFT JOIN LATERAL (
        SELECT ${columnsOf('r')} FROM block_requests AS r WHERE r.device_id = d.id AND r.kind = 'release' AND r.id > b.id
          AND r.state IN ('requested', 'sent', 'unanswered') ORDER BY r.id DESC LIMIT 1
      ) AS release ON true
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}

export interface CurrentJson {
  readonly block: unknown;
  readonly release: unknown;
}

/** What is under way or in force of a device. */
export async function describeCurrent(db: Kysely<Schema>, deviceId: number): Promise<CurrentJson> {
  const newest = (kind: string, states: ReturnType<typeof sql>) => sql`(
    SELECT row_to_json(shown) FROM (
      SELECT ${columnsOf('b')} FROM block_requests AS b
      WHERE b.device_id = ${deviceId} AND b.kind = ${kind} AND b.state IN ${states} ORDER BY b.id DESC LIMIT 1
    ) AS shown)`;
  const { rows } = await sql<CurrentJson>`
    SELECT ${newest('block', sql`('requested', 'waiting', 'sent', 'confirmed', 'unanswered', 'contradicted')`)} AS block,
      ${newest('release', sql`('requested', 'sent', 'unanswered')`)} AS release`.execute(db);
  return rows[0] ?? { block: null, release: null };
}

/** As the live channel sends them. */
export async function blockFragments(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<readonly LiveFragment[]> {
  const { rows } = await sql<LiveFragment>`
    SELECT shown."deviceId", row_to_json(shown)::text AS json FROM (
      SELECT ${columnsOf('b')} FROM block_requests AS b WHERE b.id = ANY(${ids}::int[])
    ) AS shown ORDER BY shown.id`.execute(db);
  return rows;
}
