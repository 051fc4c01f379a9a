/**
 * The password of a tracker, with which an SMS from any phone commands it. Whoever may not change devices reads it neither
 * in the device nor in what was said to its tracker.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../platform/db/schema.ts';
import { passwordMask } from '../platform/secrets/password-pattern.ts';
import { type Caller, mayWriteDevices } from './caller.ts';

/** A device's attribute. */
export const passwordAttribute = 'devicePassword';

const maskJson = sql`to_jsonb(${sql.lit(passwordMask.repeat(3))}::text)`;
const ofDevice = sql`d.attributes ->> ${sql.lit(passwordAttribute)}`;

/** A text that belongs to the device `d`, with its password masked. */
export function maskedText(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`CASE WHEN ${ofDevice} <> '' THEN replace(${text}, ${ofDevice}, ${sql.lit(passwordMask.repeat(3))}) ELSE ${text} END`;
}

/** The attributes of something that belongs to the device `d`, with its password masked in their texts. */
export function maskedAttributes(attributes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    SELECT coalesce(jsonb_object_agg(one.key, CASE jsonb_typeof(one.value)
      WHEN 'string' THEN to_jsonb(${maskedText(sql`(one.value #>> '{}')`)})
      WHEN 'number' THEN CASE WHEN one.value #>> '{}' = ${ofDevice} THEN ${maskJson} ELSE one.value END
      ELSE one.value END), '{}')
    FROM jsonb_each(${attributes}) AS one
  )`;
}

/** The attributes of something that may be meant for any device, with every text masked: it may hold any password. */
export function withoutTexts(attributes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    SELECT coalesce(jsonb_object_agg(one.key,
      CASE jsonb_typeof(one.value) WHEN 'string' THEN ${maskJson} ELSE one.value END), '{}')
    FROM jsonb_each(${attributes}) AS one
  )`;
}

/** The same of what was read already. */
export function textsMasked(attributes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [
      key,
      typeof value === 'string' ? passwordMask.repeat(3) : value,
    ]),
  );
}

/** The password of a device if the caller must not read it; undefined where there is none to hide from him. */
export async function hiddenPassword(
  db: Kysely<Schema>,
  caller: Caller,
  deviceId: number,
): Promise<string | undefined> {
  if (mayWriteDevices(caller)) return undefined;
  const { rows } = await sql<{ password: string | null }>`
    SELECT ${ofDevice} AS password FROM devices AS d WHERE d.id = ${deviceId}`.execute(db);
  return rows[0]?.password || undefined;
}
