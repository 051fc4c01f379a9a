import type { Cockpit } from '@atalaia/contract/sinisters/cockpit';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime, wholeNetwork } from '../../queries/sql-fragments.ts';
import { type Viewer, visibleDevices } from '../../visibility/visible.ts';

type Fix = NonNullable<Cockpit['device']>;

/** Of a device `d` with its state `p`. */
const fixColumns = sql`
  d.id AS "deviceId", d.name, d.unique_id AS "uniqueId", coalesce(p.status, 'unknown') AS status,
  ${isoTime('p.last_update')} AS "heardAt", ${isoTime('p.fix_time')} AS "fixTime", p.latitude, p.longitude, p.speed,
  p.course, p.ignition, p.position ->> 'address' AS address,
  CASE json_typeof(p.position -> 'attributes' -> 'blocked') WHEN 'boolean'
    THEN (p.position -> 'attributes' ->> 'blocked')::boolean END AS blocked`;

/** The device of a case that the caller sees; undefined when it is gone. */
export async function findFix(
  db: Kysely<Schema>,
  viewer: Viewer,
  deviceId: number,
): Promise<Fix | undefined> {
  const { rows } = await sql<Fix>`
    SELECT ${fixColumns} FROM ${visibleDevices(viewer)} LEFT JOIN device_state AS p ON p.device_id = d.id
    WHERE d.id = ${deviceId}`.execute(db);
  return rows[0];
}

/** A plate without what people write between its letters, as the index devices_plate has it. */
const plateOf = (device: string) =>
  sql`upper(regexp_replace(${sql.ref(`${device}.attributes`)} ->> 'plate', '[^A-Za-z0-9]', '', 'g'))`;

/** Other trackers of the same plate: a spare one, a hidden one. Found by that index first, then asked whether they are seen. */
export async function listTwins(db: Kysely<Schema>, viewer: Viewer, deviceId: number): Promise<Fix[]> {
  const { rows } = await sql<Fix>`
    SELECT ${fixColumns} FROM ${visibleDevices(viewer)} LEFT JOIN device_state AS p ON p.device_id = d.id
    WHERE d.id = ANY(ARRAY(
      SELECT twin.id FROM devices AS twin
      WHERE twin.id <> ${deviceId} AND NOT twin.disabled AND twin.attributes ->> 'plate' <> ''
        AND ${plateOf('twin')} = (
          SELECT nullif(${plateOf('own')}, '') FROM devices AS own WHERE own.id = ${deviceId})
    )) ORDER BY d.id LIMIT 5`.execute(db);
  return rows;
}

/** Where the vehicle stood longest in the 30 days before the event, by places of some 100 m. */
export async function listUsualStops(
  db: Kysely<Schema>,
  sinisterId: number,
): Promise<Cockpit['whereabouts']['usualStops']> {
  const { rows } = await sql<Cockpit['whereabouts']['usualStops'][number]>`
    SELECT avg(p.latitude) AS latitude, avg(p.longitude) AS longitude,
      count(DISTINCT date_trunc('hour', p.fix_time))::integer AS hours
    FROM sinisters AS s JOIN positions AS p ON p.device_id = s.device_id
      AND p.fix_time BETWEEN s.opening_date - interval '30 days' AND s.opening_date
    WHERE s.id = ${sinisterId} AND p.valid AND NOT p.outdated AND p.speed < 1
    GROUP BY round(p.latitude::numeric, 3), round(p.longitude::numeric, 3)
    ORDER BY hours DESC LIMIT 5`.execute(db);
  return rows;
}

/** A tracker that never named a cell is not read back for weeks. */
const cellPositions = 2000;

/** The last cell that its tracker named since shortly before the event, among its last positions. */
export async function findLastCell(
  db: Kysely<Schema>,
  sinisterId: number,
): Promise<Cockpit['whereabouts']['cell']> {
  const { rows } = await sql<NonNullable<Cockpit['whereabouts']['cell']>>`
    SELECT ${isoTime('p.fix_time')} AS at, ${sql.raw(wholeNetwork('p.network'))} AS network FROM (
      SELECT q.fix_time, q.network FROM sinisters AS s JOIN positions AS q ON q.device_id = s.device_id
        AND q.fix_time BETWEEN s.opening_date - interval '1 day' AND coalesce(s.closing_date, now() + interval '1 day')
      WHERE s.id = ${sinisterId} ORDER BY q.fix_time DESC LIMIT ${cellPositions}
    ) AS p WHERE json_typeof(p.network) IN ('object', 'array') ORDER BY p.fix_time DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

export async function findLastBlock(db: Kysely<Schema>, deviceId: number): Promise<Cockpit['lastBlock']> {
  const { rows } = await sql<NonNullable<Cockpit['lastBlock']>>`
    SELECT b.kind, b.state, ${isoTime('b.asked_at')} AS at, ${isoTime('b.ended_at')} AS "endedAt",
      b.asked_by_name AS by, b.reason
    FROM block_requests AS b WHERE b.device_id = ${deviceId} ORDER BY b.id DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** A page that is open says so every 15 s; who was not heard for longer looks no more. */
const watchingFor = sql`interval '40 seconds'`;

/** Notes that somebody looks; true when he did not before. */
export async function noteWatcher(db: Kysely<Schema>, sinisterId: number, userId: number): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    WITH before AS (
      SELECT FROM sinister_watchers
      WHERE sinister_id = ${sinisterId} AND user_id = ${userId} AND seen_at > now() - ${watchingFor}
    ), noted AS (
      INSERT INTO sinister_watchers (sinister_id, user_id) VALUES (${sinisterId}, ${userId})
      ON CONFLICT (sinister_id, user_id) DO UPDATE SET seen_at = now()
    ) SELECT NOT EXISTS (SELECT FROM before) AS "isNew"`.execute(db);
  return rows[0]?.isNew ?? true;
}

export async function dropWatcher(db: Kysely<Schema>, sinisterId: number, userId: number): Promise<void> {
  await db
    .deleteFrom('sinister_watchers')
    .where('sinister_id', '=', sinisterId)
    .where('user_id', '=', userId)
    .execute();
}

export async function listWatchers(db: Kysely<Schema>, sinisterId: number): Promise<Cockpit['watchers']> {
  const { rows } = await sql<Cockpit['watchers'][number]>`
    SELECT u.id AS "userId", u.name FROM sinister_watchers AS w JOIN users AS u ON u.id = w.user_id
    WHERE w.sinister_id = ${sinisterId} AND w.seen_at > now() - ${watchingFor}
    ORDER BY u.name COLLATE "pt-BR-x-icu", u.id`.execute(db);
  return rows;
}

const entry = (
  kind: Cockpit['timeline'][number]['kind'],
  at: string,
  {
    word,
    detail,
    text,
    by,
    occurrenceId = sql`NULL::integer`,
  }: Readonly<Record<'word' | 'detail' | 'text' | 'by', RawBuilder<unknown>>> & {
    readonly occurrenceId?: RawBuilder<unknown>;
  },
) =>
  sql`SELECT ${sql.lit(kind)} AS kind, ${sql.ref(at)} AS at, ${word} AS word, ${detail} AS detail, ${text} AS text,
    ${by} AS by, ${occurrenceId} AS "occurrenceId"`;

const nothing = sql`NULL::text`;
const mostEntries = 500;
/** Of an alarm: the word of a rule that ships, while it keeps its name, so that each reads it in his language. */
const ruleOrReason = sql`coalesce(
  (SELECT r.key FROM alarm_rules AS r WHERE r.id = a.rule_id AND r.name = a.rule_name), a.rule_name, a.call_reason)`;

/** Everything that was done and happened since the opening, the newest first. With the desk's acts for anybody who works there. */
export async function listTimeline(
  db: Kysely<Schema>,
  sinisterId: number,
  { withDesk }: { readonly withDesk: boolean },
): Promise<Cockpit['timeline']> {
  const until = sql`coalesce(s.closed_at, now())`;
  const parts = [
    sql`${entry('opened', 's.opening_date', { word: sql`s.opening_type`, detail: nothing, text: sql`s.opening_description`, by: sql`s.opened_by` })} FROM s`,
    sql`${entry('closed', 's.closing_date', { word: sql`s.closing_type`, detail: nothing, text: sql`s.closing_description`, by: sql`s.closed_by` })} FROM s WHERE s.status = 'closed'`,
    sql`${entry('occurrence', 'o.occurrence_date', { word: sql`o.category`, detail: sql`coalesce(o.address, o.latitude || ', ' || o.longitude)`, text: sql`o.description`, by: sql`o.reported_by`, occurrenceId: sql`o.id` })}
      FROM s JOIN occurrences AS o ON o.sinister_id = s.id`,
    sql`${entry('command', 'c.created_at', { word: sql`c.type`, detail: sql`c.state`, text: sql`c.answer`, by: sql`c.user_name` })}
      FROM s JOIN sent_commands AS c ON c.device_id = s.device_id AND c.created_at BETWEEN s.opening_date AND ${until}`,
    sql`${entry('block', 'b.asked_at', { word: sql`CASE b.kind WHEN 'block' THEN b.reason ELSE b.kind END`, detail: sql`b.state`, text: sql`CASE b.kind WHEN 'block' THEN b.note ELSE b.reason END`, by: sql`b.asked_by_name` })}
      FROM s JOIN block_requests AS b ON b.device_id = s.device_id AND b.asked_at BETWEEN s.opening_date AND ${until}`,
    sql`${entry('contactTry', 't.at', { word: sql`t.outcome`, detail: sql`t.contact_name`, text: sql`t.note`, by: sql`t.user_name` })}
      FROM s JOIN contact_tries AS t ON t.sinister_id = s.id`,
    sql`${entry('callOut', 'c.created_at', { word: sql`c.state`, detail: sql`c.name`, text: sql`c.message`, by: sql`c.created_by` })}
      FROM s JOIN call_outs AS c ON c.sinister_id = s.id`,
    sql`(${entry('event', 'e.event_time', { word: sql`e.type`, detail: sql`e.attributes ->> 'alarm'`, text: nothing, by: nothing })}
      FROM s JOIN events AS e ON e.device_id = s.device_id AND e.event_time BETWEEN s.opening_date AND ${until}
      WHERE e.type NOT IN ('deviceMoving', 'deviceStopped', 'commandResult', 'queuedCommandSent')
      ORDER BY e.event_time DESC LIMIT ${mostEntries})`,
    sql`${entry('step', 'r.done_at', { word: sql`r.step`, detail: sql`r.reference`, text: nothing, by: sql`r.noted_by` })}
      FROM s JOIN recovery_steps AS r ON r.sinister_id = s.id`,
    sql`${entry('policeLook', 'v.came_at', { word: sql`v.unit`, detail: sql`v.phone`, text: nothing, by: sql`v.name` })}
      FROM s JOIN police_links AS l ON l.sinister_id = s.id JOIN police_visits AS v ON v.link_id = l.id`,
    ...(withDesk
      ? [
          sql`${entry('alarm', 'h.at', { word: sql`h.action`, detail: ruleOrReason, text: nothing, by: sql`h.user_name` })}
            FROM s JOIN alarms AS a ON a.device_id = s.device_id AND a.last_event_at >= s.opening_date - interval '1 hour'
              AND a.opened_at <= ${until} JOIN alarm_history AS h ON h.alarm_id = a.id`,
        ]
      : []),
  ];
  const { rows } = await sql<Cockpit['timeline'][number]>`
    WITH s AS (SELECT * FROM sinisters WHERE id = ${sinisterId})
    SELECT kind, ${isoTime('all_of.at')} AS at, word, detail, text, by, "occurrenceId"
    FROM (${sql.join(parts, sql` UNION ALL `)}) AS all_of WHERE all_of.at IS NOT NULL
    ORDER BY all_of.at DESC, kind LIMIT ${mostEntries}`.execute(db);
  return rows;
}
