/** A user as the contract describes him, written as JSON by PostgreSQL: the one place that maps the row. */
import { secretAttributes, secretMask } from '@atalaia/contract/accounts/user';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';

/** Secrets never come out: what is shown of one is that it is there. */
const masked = sql`u.attributes || (
  SELECT coalesce(jsonb_object_agg(secret, ${secretMask}::text), '{}') FROM unnest(${[...secretAttributes]}::text[]) AS of (secret)
  WHERE u.attributes ? secret)`;

const user = sql`
  SELECT u.id, coalesce(u.customer_id, 0) AS "customerId", c.name AS "customerName", coalesce(u.company_id, 0) AS "companyId", u.name, u.email, u.login, u.phone,
    u.map, u.latitude, u.longitude, u.zoom, u.twelve_hour_format AS "twelveHourFormat",
    u.coordinate_format AS "coordinateFormat", u.poi_layer AS "poiLayer", u.disabled, u.administrator, u.readonly,
    u.device_readonly AS "deviceReadonly", u.limit_commands AS "limitCommands",
    u.fixed_email AS "fixedEmail", u.temporary, u.desk_role AS "deskRole",
    ${isoTime('u.expiration_time')} AS "expirationTime", u.device_limit AS "deviceLimit",
    u.user_limit AS "userLimit", ${masked} AS attributes,
    (SELECT max(l.mail_state) FROM account_links AS l WHERE l.user_id = u.id AND l.kind = 'invitation'
      AND (l.used_at IS NULL OR l.mail_state IN ('failed', 'unsure'))) AS "invitationMail"`;

/** Users in the order requested, with commas between; those that were removed are left out, and none give ''. Whether they may be seen is asked before. */
export async function describeUsers(db: Kysely<Schema>, ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY one.place), '') AS json
    FROM unnest(${ids}::integer[]) WITH ORDINALITY AS one (id, place)
    JOIN users AS u USING (id)
    LEFT JOIN customers AS c ON c.id = u.customer_id,
    LATERAL (${user}) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}
