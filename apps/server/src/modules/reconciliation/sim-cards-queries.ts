/** The SIM cards of machine-to-machine providers' lists beside the devices (DRIFT-03). */
import type {
  SimCardQuery,
  SimKind,
  SimList,
  SimListQuery,
  SimTotals,
} from '@atalaia/contract/providers/reconciliation';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { type Page, readPage } from '../../queries/page.ts';
import { piecesOf } from '../../queries/read-ids.ts';
import { allOf, isoTime, mentions } from '../../queries/sql-fragments.ts';

export interface ReadCard {
  readonly line: number;
  readonly iccid: string | null;
  readonly phone: string | null;
  readonly status: string | null;
  readonly isActive: boolean;
  readonly plan: string | null;
  readonly monthlyCents: number | null;
  readonly lastDataAt: string | null;
}

/** Rows of one statement: some ms of this thread's work. */
const rowsAtOnce = 2_000;

/** The list takes the place of the provider's one before; its cards are stored in the same transaction. Of two at once one waits. */
export async function replaceList(
  within: Kysely<Schema>,
  { provider, fileName, ...columns }: SimListQuery,
  userName: string,
  read: readonly ReadCard[],
): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('sim-lists'))`.execute(within);
  await sql`DELETE FROM sim_lists WHERE lower(provider) = lower(${provider})`.execute(within);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO sim_lists (provider, file_name, columns, user_name)
    VALUES (${provider}, ${fileName ?? ''}, ${JSON.stringify(columns)}::jsonb, ${userName}) RETURNING id`.execute(
    within,
  );
  const id = rows[0]?.id ?? 0;
  for (const piece of piecesOf(rowsAtOnce, read)) {
    await sql`
      INSERT INTO sim_cards (list_id, line, iccid, phone, status, is_active, plan, monthly_cents, last_data_at)
      SELECT ${id}::int, line, iccid, phone, status, "isActive", plan, "monthlyCents", "lastDataAt"
      FROM json_to_recordset(${JSON.stringify(piece)}::json) AS given (line integer, iccid text, phone text, status text,
        "isActive" boolean, plan text, "monthlyCents" integer, "lastDataAt" timestamptz)`.execute(within);
  }
  return id;
}

export async function readLists(db: Kysely<Schema>, id?: number): Promise<SimList[]> {
  const { rows } = await sql<SimList>`
    SELECT l.id, l.provider, l.file_name AS "fileName", l.user_name AS "userName", ${isoTime('l.uploaded_at')} AS "uploadedAt",
      (SELECT count(*)::int FROM sim_cards WHERE list_id = l.id) AS cards
    FROM sim_lists AS l WHERE ${id === undefined ? sql`true` : sql`l.id = ${id}`} ORDER BY l.provider`.execute(
    db,
  );
  return rows;
}

export async function deleteList(within: Kysely<Schema>, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ provider: string }>`
    DELETE FROM sim_lists WHERE id = ${id} RETURNING provider`.execute(within);
  return rows[0]?.provider;
}

const bareDigits = (text: RawBuilder<unknown>) => sql`nullif(regexp_replace(${text}, '[^0-9]', '', 'g'), '')`;
/** Lists write an ICCID with its check digit or without: one without is compared with the others' first digits. */
const iccidDigits = 19;

/**
 * `k.id` with its devices and faults. A card is a device's by the ICCID that is typed or that the tracker reported, or by the
 * number of the line, without the country's code.
 */
const cards = sql`(
  WITH numbers AS MATERIALIZED (
    SELECT d.id, s.last_update,
      ${bareDigits(sql`coalesce(nullif(d.attributes ->> 'iccid', ''), s.position::jsonb -> 'attributes' ->> 'iccid')`)} AS iccid,
      regexp_replace(${bareDigits(sql`d.phone`)}, '^0*(?:55(?=[0-9]{10,11}$))?', '') AS phone
    FROM devices AS d LEFT JOIN device_state AS s ON s.device_id = d.id
  ), active_lines AS (
    SELECT c.phone, max(own.uploaded_at) AS uploaded_at FROM sim_cards AS c JOIN sim_lists AS own ON own.id = c.list_id
    WHERE c.is_active AND c.phone IS NOT NULL GROUP BY c.phone
  ), matches AS (
    SELECT c.id, n.id AS device_id, n.last_update FROM sim_cards AS c JOIN numbers AS n ON n.iccid = c.iccid
    UNION SELECT c.id, n.id, n.last_update FROM sim_cards AS c JOIN numbers AS n ON n.iccid = left(c.iccid, ${iccidDigits}::int)
      AND length(n.iccid) = ${iccidDigits}::int AND length(c.iccid) > ${iccidDigits}::int
    UNION SELECT c.id, n.id, n.last_update FROM sim_cards AS c JOIN numbers AS n ON left(n.iccid, ${iccidDigits}::int) = c.iccid
      AND length(c.iccid) = ${iccidDigits}::int AND length(n.iccid) > ${iccidDigits}::int
    -- a line that went on with another card is no more this one's; an older list does not know where it went
    UNION SELECT c.id, n.id, n.last_update FROM sim_cards AS c JOIN numbers AS n ON n.phone = c.phone
      JOIN sim_lists AS own ON own.id = c.list_id LEFT JOIN active_lines AS a ON a.phone = c.phone
      WHERE c.is_active OR coalesce(a.uploaded_at < own.uploaded_at, true)
  ), devices_of AS (
    SELECT id, array_agg(device_id ORDER BY device_id) AS device_ids, max(last_update) AS last_update FROM matches GROUP BY id
  )
  SELECT c.*, coalesce(m.device_ids, '{}') AS device_ids, greatest(m.last_update, c.last_data_at) AS heard_at, m.last_update
  FROM sim_cards AS c LEFT JOIN devices_of AS m ON m.id = c.id
) AS k JOIN sim_lists AS l ON l.id = k.list_id
CROSS JOIN LATERAL (SELECT array_remove(ARRAY[
  CASE WHEN k.is_active AND cardinality(k.device_ids) = 0 THEN 'withoutVehicle' END,
  CASE WHEN cardinality(k.device_ids) > 1 THEN 'onTwo' END,
  CASE WHEN NOT k.is_active AND k.last_update >= now() - interval '30 days' THEN 'cancelledReporting' END,
  CASE WHEN k.is_active AND cardinality(k.device_ids) > 0
    AND coalesce(k.heard_at < now() - interval '30 days', true) THEN 'noData' END
], NULL) AS kinds) AS r`;

const isFaulty = sql`cardinality(r.kinds) > 0`;

/** Dearest first. */
export function findCards(
  db: Kysely<Schema>,
  { kind, listId, keyword, ...page }: SimCardQuery,
): Promise<Page> {
  const where = allOf(
    isFaulty,
    kind && sql`${kind satisfies SimKind}::text = ANY(r.kinds)`,
    listId === undefined ? undefined : sql`k.list_id = ${Number(listId)}`,
    keyword ? mentions(keyword, 'k.iccid', 'k.phone', 'k.plan', 'k.status', 'l.provider') : undefined,
  );
  const orderBy = sql`k.monthly_cents DESC NULLS LAST, l.provider, k.line, k.id`;
  return readPage(db, { id: 'k.id', from: cards, where, orderBy }, page);
}

/** The contract's SimCards in the order of their numbers, as JSON with commas between. */
export async function describeCards(db: Kysely<Schema>, ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY page.place), '') AS json
    FROM unnest(${ids}::int[]) WITH ORDINALITY AS page (id, place) JOIN (SELECT k.*, r.kinds, l.provider FROM ${cards}) AS k
      ON k.id = page.id, LATERAL (
      SELECT k.id, k.provider, k.line, k.iccid, k.phone, k.status, k.is_active AS "isActive", k.plan,
        k.monthly_cents AS "monthlyCents", k.kinds, ${isoTime('k.heard_at')} AS "lastDataAt", coalesce((
          SELECT json_agg(json_build_object('id', d.id, 'name', d.name, 'plate', d.attributes ->> 'plate') ORDER BY d.id)
          FROM devices AS d WHERE d.id = ANY(k.device_ids)), '[]') AS devices
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}

export async function sumCards(db: Kysely<Schema>): Promise<SimTotals> {
  const { rows } = await sql<SimTotals>`
    WITH faulty AS (SELECT r.kinds, k.monthly_cents AS cents FROM ${cards} WHERE ${isFaulty})
    SELECT (SELECT count(*)::int FROM sim_cards) AS cards, coalesce(sum(cents), 0)::float8 AS cents,
      coalesce((SELECT json_agg(json_build_object('kind', kind, 'cards', cards, 'cents', cents) ORDER BY cents DESC, kind)
        FROM (SELECT kind, count(*) AS cards, coalesce(sum(faulty.cents), 0) AS cents FROM faulty, unnest(faulty.kinds) AS kind
          GROUP BY kind) AS of_kind), '[]') AS kinds
    FROM faulty`.execute(db);
  return rows[0] ?? { cards: 0, cents: 0, kinds: [] };
}
