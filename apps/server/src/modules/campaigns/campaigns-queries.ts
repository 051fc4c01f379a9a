import type { CampaignDeviceState, CampaignQuery, CampaignText } from '@atalaia/contract/devices/campaign';
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { CampaignsTable, Schema } from '../../platform/db/schema.ts';
import { type Page, readPage } from '../../queries/page.ts';
import { byName, byText, byValue, orderOf, type SortColumns } from '../../queries/sorting.ts';
import { allOf, groupsAndBelow, isoTime, mentions } from '../../queries/sql-fragments.ts';
import type { Viewer } from '../../visibility/visible.ts';
import { visibleDevices } from '../../visibility/visible.ts';
import type { ToldDevice } from './campaign-texts.ts';

export type CampaignRow = Selectable<CampaignsTable>;

const sortColumns: SortColumns<NonNullable<CampaignQuery['sort']>> = {
  name: byName('c.name'),
  state: byText(sql`c.state`),
  startedAt: byValue('c.started_at'),
};

export function findCampaigns(db: Kysely<Schema>, query: CampaignQuery): Promise<Page> {
  const { keyword } = query;
  const select = {
    id: 'c.id',
    from: sql`campaigns AS c`,
    where: allOf(keyword ? mentions(keyword, 'c.name', 'c.host') : undefined),
    orderBy: orderOf(query, sortColumns, 'c.id', sql`c.name COLLATE "pt-BR-x-icu", c.id`),
  };
  return readPage(db, select, query);
}

/** Of a row of `campaign_devices` under `told`, in a campaign under `c`. */
const isOverdue = sql`(told.arrived_at IS NULL AND told.state = 'sent'
  AND told.claimed_at < now() - c.silent_hours * interval '1 hour')`;

export async function describeCampaigns(db: Kysely<Schema>, ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY one.place), '') AS json
    FROM unnest(${ids}::integer[]) WITH ORDINALITY AS one (id, place)
    JOIN campaigns AS c USING (id)
    CROSS JOIN LATERAL (
      SELECT count(*) AS devices, count(*) FILTER (WHERE told.sent_at IS NOT NULL) AS sent,
        count(*) FILTER (WHERE told.arrived_at IS NOT NULL) AS arrived, count(*) FILTER (WHERE ${isOverdue}) AS overdue,
        count(*) FILTER (WHERE told.arrived_at IS NULL AND told.state IN ('failed', 'unsure')) AS failed
      FROM campaign_devices AS told JOIN devices ON devices.id = told.device_id WHERE told.campaign_id = c.id
    ) AS counted,
    LATERAL (
      SELECT c.id, c.name, c.host, c.port, c.apn, c.apn_user AS "apnUser", c.texts,
        c.sealed_apn_password IS NOT NULL AS "hasApnPassword", c.device_ids AS "deviceIds", c.group_ids AS "groupIds",
        c.customer_ids AS "customerIds", c.per_minute AS "perMinute", c.hours_from AS "hoursFrom",
        c.hours_until AS "hoursUntil", c.silent_hours AS "silentHours", c.state,
        ${isoTime('c.started_at')} AS "startedAt", ${isoTime('c.unread_at')} AS "unreadAt", counted.*
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}

export const lockCampaign = (db: Kysely<Schema>, id: number): Promise<CampaignRow | undefined> =>
  db.selectFrom('campaigns').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const readCampaign = (db: Kysely<Schema>, id: number): Promise<CampaignRow | undefined> =>
  db.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirst();

export async function insertCampaign(
  db: Kysely<Schema>,
  values: Insertable<CampaignsTable>,
): Promise<number> {
  const { id } = await db.insertInto('campaigns').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateCampaign(
  db: Kysely<Schema>,
  id: number,
  values: Updateable<CampaignsTable>,
): Promise<void> {
  await db.updateTable('campaigns').set(values).where('id', '=', id).execute();
}

export async function deleteCampaign(db: Kysely<Schema>, id: number): Promise<void> {
  await db.deleteFrom('campaigns').where('id', '=', id).execute();
}

/**
 * The chosen devices that the viewer sees become rows; of those not chosen any more the rows go, unless something was sent:
 * these stay for what they were sent, and wait for nothing more.
 */
export async function chooseDevices(db: Kysely<Schema>, viewer: Viewer, id: number): Promise<void> {
  await sql`
    WITH campaign AS (SELECT * FROM campaigns WHERE id = ${id}), chosen AS (
      SELECT d.id FROM campaign, ${visibleDevices(viewer)}
      WHERE d.id = ANY(campaign.device_ids) OR d.customer_id = ANY(campaign.customer_ids)
        OR d.group_id IN (${groupsAndBelow(await groupsOf(db, id))})
    ), gone AS (
      DELETE FROM campaign_devices WHERE campaign_id = ${id} AND attempts = 0 AND device_id NOT IN (SELECT id FROM chosen)
    ), told AS (
      UPDATE campaign_devices SET left_out = device_id NOT IN (SELECT id FROM chosen),
        state = CASE WHEN state = 'queued' AND device_id NOT IN (SELECT id FROM chosen) THEN state_before ELSE state END
      WHERE campaign_id = ${id} AND attempts > 0
    )
    INSERT INTO campaign_devices (campaign_id, device_id) SELECT ${id}, id FROM chosen ON CONFLICT DO NOTHING`.execute(
    db,
  );
}

async function groupsOf(db: Kysely<Schema>, id: number): Promise<readonly number[]> {
  const row = await db.selectFrom('campaigns').select('group_ids').where('id', '=', id).executeTakeFirst();
  return row?.group_ids ?? [];
}

export interface CampaignDeviceRow extends ToldDevice {
  readonly deviceId: number;
  readonly name: string;
  readonly state: CampaignDeviceState;
  readonly attempts: number;
  readonly sentAt: string | null;
  readonly arrivedAt: string | null;
  readonly error: string | null;
}

/** By name; with `within` no one else changes them until the end of the transaction. */
export async function readCampaignDevices(
  db: Kysely<Schema>,
  id: number,
  deviceIds?: readonly number[],
): Promise<readonly CampaignDeviceRow[]> {
  const { rows } = await sql<CampaignDeviceRow>`
    SELECT d.id AS "deviceId", d.name, d.unique_id AS "uniqueId", d.phone, d.model, d.disabled, told.attempts, told.error,
      d.attributes ->> 'devicePassword' AS password,
      CASE WHEN told.arrived_at IS NOT NULL THEN 'arrived' WHEN ${isOverdue} THEN 'overdue' ELSE told.state END AS state,
      ${isoTime('told.claimed_at')} AS "sentAt", ${isoTime('told.arrived_at')} AS "arrivedAt", told.left_out AS "isLeftOut",
      told.sent_at IS NULL AND coalesce(s.last_update >= now() - interval '1 day', false) AND ${isItself}
        AND EXISTS (${ownReports(sql`d.id`, sql`now() - interval '1 day'`)}) AS "isHere"
    FROM campaign_devices AS told JOIN campaigns AS c ON c.id = told.campaign_id JOIN devices AS d ON d.id = told.device_id
      LEFT JOIN device_state AS s ON s.device_id = d.id
    WHERE told.campaign_id = ${id} AND ${deviceIds ? sql`d.id = ANY(${deviceIds}::integer[])` : sql`true`}
    ORDER BY d.name COLLATE "pt-BR-x-icu", d.id`.execute(db);
  return rows;
}

/** Positions that a tracker itself brought here since a time: not those that another server forwarded. */
const ownReports = (deviceId: ReturnType<typeof sql>, since: ReturnType<typeof sql>) => sql`
  SELECT p.server_time FROM positions AS p WHERE p.device_id = ${deviceId} AND p.fix_time >= ${since} - interval '1 day'
    AND p.server_time >= ${since} AND p.attributes ->> 'forwarded' IS NULL`;

/**
 * Of a device's state under `s`. Where the newest position was forwarded the tracker has not come yet: of those that run
 * beside another server, days of positions would be read each time.
 */
const isItself = sql`s.position::jsonb -> 'attributes' -> 'forwarded' IS NULL`;

/** Puts these devices of a campaign in the queue: each has all its tries before it. */
export async function queueDevices(
  db: Kysely<Schema>,
  id: number,
  deviceIds: readonly number[],
): Promise<void> {
  await sql`
    UPDATE campaign_devices SET state = 'queued', due_at = NULL, error = NULL, tries = 0,
      state_before = CASE WHEN state = 'queued' THEN state_before ELSE state END
    WHERE campaign_id = ${id} AND device_id = ANY(${deviceIds}::integer[])`.execute(db);
}

/** What waits is not sent: it is again what it was before. */
export async function unqueueDevices(db: Kysely<Schema>, id: number): Promise<void> {
  await sql`
    UPDATE campaign_devices SET state = state_before
    WHERE campaign_id = ${id} AND state = 'queued'`.execute(db);
}

/** Of a campaign, by a zone: whether it runs at this hour, and was not found unreadable within the last minute. */
const runsNow = (
  zone: string,
) => sql`state = 'running' AND (unread_at <= now() - interval '1 minute') IS NOT FALSE AND (
  SELECT CASE WHEN hours_from < hours_until THEN clock >= hours_from AND clock < hours_until
    ELSE clock >= hours_from OR clock < hours_until END
  FROM (SELECT to_char(now() AT TIME ZONE ${zone}, 'HH24:MI') AS clock) AS here)`;

/** The campaigns that run at this hour. */
export async function runningCampaigns(db: Kysely<Schema>, zone: string): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM campaigns WHERE ${runsNow(zone)} ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether any SMS of it leaves at this moment. Nothing begins to leave while the campaign's row is locked. */
export async function isLeaving(db: Kysely<Schema>, id: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM campaign_devices WHERE campaign_id = ${id} AND state = 'sending' LIMIT 1`.execute(db);
  return rows.length > 0;
}

export interface ClaimedSms {
  readonly deviceId: number;
  readonly attempts: number;
  /** Of these attempts, since a person had it sent. */
  readonly tries: number;
}

/**
 * Marks the next SMS of a campaign as leaving, of the devices after that one, where the campaign runs at this hour: at most
 * so many a minute by all processes together, since whoever takes one holds the campaign's row. Of a campaign that could not be
 * read one is taken, and no other before it was read or a minute has passed.
 */
export async function claimSms(
  db: Kysely<Schema>,
  id: number,
  zone: string,
  afterId: number,
): Promise<{ readonly campaign: CampaignRow; readonly claimed: ClaimedSms } | undefined> {
  return db.transaction().execute(async (within) => {
    const held = await sql<CampaignRow>`
      SELECT * FROM campaigns WHERE id = ${id} AND ${runsNow(zone)} FOR UPDATE`.execute(within);
    const [campaign] = held.rows;
    if (!campaign) return undefined;
    // a statement of its own: it sees what the holder before committed
    const { rows } = await sql<ClaimedSms>`
      UPDATE campaign_devices SET state = 'sending', claimed_at = now(), attempts = attempts + 1, tries = tries + 1
      WHERE campaign_id = ${id} AND device_id = (
        SELECT device_id FROM campaign_devices
        WHERE campaign_id = ${id} AND device_id > ${afterId} AND state = 'queued' AND arrived_at IS NULL
          AND (due_at IS NULL OR due_at <= now())
          AND ${campaign.per_minute} > (SELECT count(*) FROM campaign_devices
            WHERE campaign_id = ${id} AND claimed_at > now() - interval '1 minute')
        ORDER BY device_id LIMIT 1
      ) AND state = 'queued' AND arrived_at IS NULL
      RETURNING device_id AS "deviceId", attempts, tries`.execute(within);
    const [claimed] = rows;
    if (claimed && campaign.unread_at !== null) await noteUnread(within, id);
    return claimed && { campaign, claimed };
  });
}

/** Its SMS could not be put together: its turn comes again a minute later. */
export async function noteUnread(db: Kysely<Schema>, id: number): Promise<void> {
  await sql`UPDATE campaigns SET unread_at = now() WHERE id = ${id}`.execute(db);
}

/** It was read: it goes on. */
export async function noteRead(db: Kysely<Schema>, id: number): Promise<void> {
  await sql`UPDATE campaigns SET unread_at = NULL WHERE id = ${id} AND unread_at IS NOT NULL`.execute(db);
}

/** The campaign under `c`; who stops it comes before or after, so that nothing waits in one that is over. */
const heldCampaign = (id: number) => sql`(SELECT state FROM campaigns WHERE id = ${id} FOR SHARE) AS c`;

/** How an SMS ended: only of the attempt that is named, and only while it counts as leaving. */
export async function endSms(
  db: Kysely<Schema>,
  id: number,
  { deviceId, attempts }: ClaimedSms,
  end: {
    readonly state: 'sent' | 'failed' | 'unsure' | 'queued';
    readonly error?: string;
    readonly dueMs?: number;
  },
): Promise<void> {
  const left = end.state === 'sent' || end.state === 'unsure';
  const stateBefore = sql`CASE told.state_before WHEN 'new' THEN 'failed' ELSE told.state_before END`;
  await sql`
    UPDATE campaign_devices AS told SET error = ${end.error ?? null},
      state = CASE WHEN ${end.state} = 'queued' AND c.state = 'stopped' THEN ${stateBefore} ELSE ${end.state} END,
      state_before = ${stateBefore},
      due_at = to_timestamp(${end.dueMs === undefined ? null : end.dueMs / 1000}::float8),
      sent_at = CASE WHEN ${left} THEN coalesce(sent_at, claimed_at) ELSE sent_at END
    FROM ${heldCampaign(id)}
    WHERE campaign_id = ${id} AND device_id = ${deviceId} AND attempts = ${attempts} AND told.state = 'sending'`.execute(
    db,
  );
}

/** What was marked and did not leave waits again, as if it had not been marked: it is no attempt. */
export async function giveBack(
  db: Kysely<Schema>,
  id: number,
  { deviceId, attempts }: ClaimedSms,
): Promise<void> {
  await sql`
    UPDATE campaign_devices AS told SET attempts = told.attempts - 1, tries = told.tries - 1, claimed_at = told.sent_at,
      state = CASE WHEN c.state = 'stopped' THEN told.state_before ELSE 'queued' END
    FROM ${heldCampaign(id)}
    WHERE campaign_id = ${id} AND device_id = ${deviceId} AND attempts = ${attempts} AND told.state = 'sending'`.execute(
    db,
  );
}

/** What a process had begun that ended meanwhile may have left. */
export async function endForgotten(db: Kysely<Schema>, afterMs: number): Promise<void> {
  await sql`
    UPDATE campaign_devices SET state = 'unsure', error = 'interrupted', sent_at = coalesce(sent_at, claimed_at)
    WHERE state = 'sending' AND claimed_at < now() - ${afterMs} * interval '1 ms'`.execute(db);
}

/** Notes whose tracker reported here itself since its SMS. */
export async function noteArrivals(db: Kysely<Schema>): Promise<void> {
  await sql`
    UPDATE campaign_devices AS told SET arrived_at = found.at FROM (
      SELECT waits.campaign_id, waits.device_id, seen.at
      FROM campaign_devices AS waits JOIN device_state AS s ON s.device_id = waits.device_id,
        LATERAL (SELECT min(server_time) AS at FROM (${ownReports(sql`waits.device_id`, sql`waits.sent_at`)}) AS own) AS seen
      WHERE waits.arrived_at IS NULL AND waits.sent_at IS NOT NULL AND s.last_update >= waits.sent_at
        AND ${isItself} AND seen.at IS NOT NULL
    ) AS found
    WHERE told.campaign_id = found.campaign_id AND told.device_id = found.device_id`.execute(db);
}

/** The texts of a row as the contract has them; only this server writes there. */
export const textsOf = ({ texts }: Pick<CampaignRow, 'texts'>) => texts as unknown as readonly CampaignText[];
