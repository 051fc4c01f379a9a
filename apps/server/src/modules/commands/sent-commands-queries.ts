import type { SentState } from '@atalaia/contract/devices/sent-command';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { type Target, type TargetRow, targetColumns, targetFrom } from './targets-queries.ts';

/** A command on its way, the same for each of its devices. */
export interface NewCommand {
  readonly userId: number;
  readonly userName: string;
  readonly batchId: string | null;
  readonly type: string;
  readonly description: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly textChannel: boolean;
  readonly confirmation: string | null;
  readonly expiryMs: number;
}

/** Queues it for every device; the numbers of the rows, in the order of the devices. */
export async function queueCommands(
  db: Kysely<Schema>,
  deviceIds: readonly number[],
  command: NewCommand,
): Promise<readonly { readonly id: number; readonly deviceId: number }[]> {
  const { rows } = await sql<{ id: number; deviceId: number }>`
    INSERT INTO sent_commands (device_id, user_id, user_name, batch_id, type, description, attributes, text_channel,
      silent, confirmation, expires_at)
    SELECT device_id, ${command.userId}, ${command.userName}, ${command.batchId}::uuid, ${command.type},
      ${command.description}, ${JSON.stringify(command.attributes)}::jsonb, ${command.textChannel}::boolean,
      ${command.textChannel}::boolean, ${command.confirmation},
      now() + ${command.expiryMs}::double precision * interval '1 millisecond'
    FROM unnest(${deviceIds}::integer[]) WITH ORDINALITY AS one (device_id, place) ORDER BY place
    RETURNING id, device_id AS "deviceId"`.execute(db);
  return rows;
}

/** A queued command with the device that it waits for. */
export interface QueuedCommand {
  readonly id: number;
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Why a block is sent though it is not safe; null when nobody said so. */
  readonly confirmation: string | null;
  readonly target: Target;
}

interface QueuedRow extends Omit<QueuedCommand, 'id' | 'target'>, TargetRow {
  readonly commandId: number;
}

/**
 * What waits for these devices and may still be sent, oldest first. The rows are this transaction's until its end; what
 * another one holds is left to that one. Texts do not wait for a connection.
 */
export async function claimQueued(
  db: Kysely<Schema>,
  deviceIds: readonly number[],
): Promise<readonly QueuedCommand[]> {
  const { rows } = await sql<QueuedRow>`
    SELECT c.id AS "commandId", c.type, c.attributes, c.confirmation, ${targetColumns}
    FROM sent_commands AS c JOIN devices AS d ON d.id = c.device_id
    LEFT JOIN device_state AS s ON s.device_id = d.id
    WHERE c.state = 'queued' AND c.device_id = ANY(${deviceIds}::integer[]) AND c.expires_at > now()
      AND NOT c.text_channel
    ORDER BY c.id FOR UPDATE OF c SKIP LOCKED`.execute(db);
  return rows.map(({ commandId, type, attributes, confirmation, ...target }) => {
    return { id: commandId, type, attributes, confirmation, target: targetFrom(target) };
  });
}

/** From here on they are never sent again, whatever happens. */
export async function markSent(
  db: Kysely<Schema>,
  ids: readonly number[],
  silentIds: readonly number[],
): Promise<void> {
  await sql`
    UPDATE sent_commands SET state = 'sent', sent_at = now(), silent = silent OR id = ANY(${silentIds}::integer[])
    WHERE id = ANY(${ids}::integer[])`.execute(db);
}

/** Nothing of them left: their connection had just ended. */
export async function markUnsent(db: Kysely<Schema>, ids: readonly number[]): Promise<void> {
  await sql`UPDATE sent_commands SET state = 'queued', sent_at = NULL
    WHERE id = ANY(${ids}::integer[]) AND state = 'sent'`.execute(db);
}

export async function markFailed(db: Kysely<Schema>, id: number, reason: string): Promise<void> {
  await sql`UPDATE sent_commands SET state = 'failed', ended_at = now(), reason = ${reason}
    WHERE id = ${id} AND state IN ('queued', 'sent')`.execute(db);
}

/** What came to its end by itself. */
export interface EndedCommand {
  readonly id: number;
  readonly deviceId: number;
  readonly type: string;
  readonly state: 'failed' | 'expired';
  readonly reason: string | null;
}

/** Ends what waited for too long: for its device, or for the tracker's answer. */
export async function endOverdue(
  db: Kysely<Schema>,
  answerPatienceMs: number,
): Promise<readonly EndedCommand[]> {
  const { rows } = await sql<EndedCommand>`
    UPDATE sent_commands SET ended_at = now(),
      state = CASE state WHEN 'queued' THEN 'expired' ELSE 'failed' END,
      reason = CASE state WHEN 'queued' THEN NULL ELSE 'no-answer' END
    WHERE (state = 'queued' AND expires_at <= now())
      OR (state = 'sent' AND NOT silent AND sent_at <= now() - ${answerPatienceMs}::double precision * interval '1 millisecond')
    RETURNING id, device_id AS "deviceId", type, state, reason`.execute(db);
  return rows;
}

/** The devices for which something waits, among these or among all. */
export async function devicesWaitedFor(
  db: Kysely<Schema>,
  deviceIds?: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT device_id AS id FROM sent_commands
    WHERE state = 'queued' AND NOT text_channel
      AND (${deviceIds === undefined} OR device_id = ANY(${deviceIds ?? []}::integer[]))`.execute(db);
  return rows.map(({ id }) => id);
}

export interface Outcome {
  readonly id: number;
  readonly state: SentState;
  readonly reason: string | null;
}

export async function outcomesOf(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Outcome>> {
  const { rows } = await sql<Outcome>`
    SELECT id, state, reason FROM sent_commands WHERE id = ANY(${ids}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
