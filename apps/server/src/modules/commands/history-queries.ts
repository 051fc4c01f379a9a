import type { SentCommandQuery } from '@atalaia/contract/devices/sent-command';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { allOf, isoTime } from '../../queries/sql-fragments.ts';
import { type ActingUser, mayWriteDevices } from '../../visibility/caller.ts';
import { maskedAttributes, maskedText } from '../../visibility/device-password.ts';
import { type Viewer, visibleDevices, visibleLinked } from '../../visibility/visible.ts';

const usualLimit = 100;

/** Sent commands of visible devices as the contract describes them, newest first, as JSON text with commas between. */
export async function describeHistory(
  db: Kysely<Schema>,
  caller: ActingUser,
  { deviceId, batchId, state, before, limit }: SentCommandQuery,
): Promise<string> {
  const text = (column: string) => (mayWriteDevices(caller) ? sql.ref(column) : maskedText(sql.ref(column)));
  const attributes = sql.ref('c.attributes');
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY shown.id DESC), '') AS json FROM (
      SELECT c.id, c.device_id AS "deviceId", c.batch_id AS "batchId", coalesce(c.user_id, 0) AS "userId",
        c.user_name AS "userName", c.type, ${text('c.description')} AS description,
        ${mayWriteDevices(caller) ? attributes : maskedAttributes(attributes)} AS attributes, c.text_channel AS "textChannel",
        c.confirmation, c.state, ${isoTime('c.created_at')} AS "queuedTime",
        ${isoTime('c.expires_at')} AS "expiresTime", ${isoTime('c.sent_at')} AS "sentTime",
        ${isoTime('c.ended_at')} AS "endedTime", ${text('c.answer')} AS answer, c.reason
      FROM ${visibleDevices(caller)} JOIN sent_commands AS c ON c.device_id = d.id
      WHERE ${allOf(
        deviceId === undefined ? undefined : sql`d.id = ${Number(deviceId)}`,
        batchId === undefined ? undefined : sql`c.batch_id = ${batchId}::uuid`,
        state === undefined ? undefined : sql`c.state = ${state}`,
        before === undefined ? undefined : sql`c.id < ${Number(before)}`,
      )}
      ORDER BY c.id DESC LIMIT ${Number(limit ?? usualLimit)}
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}

/** A saved command as it is sent. */
export interface SavedCommand {
  readonly id: number;
  readonly deviceId: number | null;
  readonly type: string;
  readonly textChannel: boolean;
  readonly description: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly madeBy: number | null;
  /** It is linked to the viewer himself. */
  readonly isLinked: boolean;
}

/** The saved commands that a viewer sees and that fit a device: made for it or for any. By their description. */
export async function findSaved(
  db: Kysely<Schema>,
  viewer: Viewer,
  deviceId: number,
  id?: number,
): Promise<readonly SavedCommand[]> {
  const { rows } = await sql<SavedCommand>`
    SELECT l.id, l.device_id AS "deviceId", l.type, l.text_channel AS "textChannel", l.description, l.attributes,
      l.created_by AS "madeBy",
      EXISTS (SELECT FROM user_commands AS m WHERE m.command_id = l.id AND m.user_id = ${viewer.userId}) AS "isLinked"
    FROM ${visibleLinked(viewer, 'command')}
    WHERE ${allOf(
      id === undefined ? sql`(l.device_id IS NULL OR l.device_id = ${deviceId})` : undefined,
      id === undefined ? undefined : sql`l.id = ${id}`,
    )}
    ORDER BY l.description COLLATE "pt-BR-x-icu", l.id`.execute(db);
  return rows;
}
