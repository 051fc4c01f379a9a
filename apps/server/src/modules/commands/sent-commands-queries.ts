import type { SentState } from '@atalaia/contract/devices/sent-command';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { LeavingLimits } from './blocks/policy.ts';
import { type CommandLimits, commandLimitsFrom } from './command-limits.ts';
import { type Target, type TargetRow, targetColumns, targetFrom } from './targets-queries.ts';

/** A command on its way, the same for each of its devices. */
export interface NewCommand {
  /** Null once he is gone. */
  readonly userId: number | null;
  readonly userName: string;
  readonly batchId: string | null;
  readonly type: string;
  readonly description: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly textChannel: boolean;
  readonly confirmation: string | null;
  readonly expiryMs: number;
  /** The block request that it is of. */
  readonly blockId?: number;
  /** What it is judged by as it leaves. */
  readonly blockLimits?: LeavingLimits | undefined;
}

/** The request that queues commands waits so long for their outcome, ms. */
export const awaitedMs = 2_500;

/** Queues it for every device; the numbers of the rows, in the order of the devices. */
export async function queueCommands(
  db: Kysely<Schema>,
  deviceIds: readonly number[],
  command: NewCommand,
): Promise<readonly { readonly id: number; readonly deviceId: number }[]> {
  const { rows } = await sql<{ id: number; deviceId: number }>`
    INSERT INTO sent_commands (device_id, user_id, user_name, batch_id, type, description, attributes, text_channel,
      silent, confirmation, block_id, block_limits, expires_at, awaited_until)
    SELECT device_id, (SELECT id FROM users WHERE id = ${command.userId}::int), ${command.userName}, ${command.batchId}::uuid, ${command.type},
      ${command.description}, ${JSON.stringify(command.attributes)}::jsonb, ${command.textChannel}::boolean,
      ${command.textChannel}::boolean, ${command.confirmation}, ${command.blockId ?? null}::integer,
      ${command.blockLimits ? JSON.stringify(command.blockLimits) : null}::jsonb,
      now() + ${command.expiryMs}::double precision * interval '1 millisecond',
      now() + ${awaitedMs}::double precision * interval '1 millisecond'
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
  /** It blocks, whatever it is called: a request of ours is behind it. */
  readonly isBlock: boolean;
  readonly blockLimits: LeavingLimits | null;
  /** Of the last fix. */
  readonly ignition: boolean | null;
  readonly target: Target;
}

interface QueuedRow extends Omit<QueuedCommand, 'id' | 'target'>, TargetRow {
  readonly commandId: number;
}

/** What waits for these devices and may still be sent, oldest first. Texts do not wait for a connection. */
export async function readQueued(
  db: Kysely<Schema>,
  deviceIds: readonly number[],
): Promise<readonly QueuedCommand[]> {
  const { rows } = await sql<QueuedRow>`
    SELECT c.id AS "commandId", c.type, c.attributes, c.confirmation, c.block_limits AS "blockLimits", s.ignition,
      c.type = 'engineStop' OR EXISTS (SELECT FROM block_requests AS b WHERE b.id = c.block_id AND b.kind = 'block') AS "isBlock",
      ${targetColumns}
    FROM sent_commands AS c JOIN devices AS d ON d.id = c.device_id
    LEFT JOIN device_state AS s ON s.device_id = d.id
    WHERE c.state = 'queued' AND c.device_id = ANY(${deviceIds}::integer[]) AND c.expires_at > now()
      AND NOT c.text_channel
    ORDER BY c.id`.execute(db);
  return rows.map(
    ({ commandId, type, attributes, confirmation, isBlock, blockLimits, ignition, ...target }) => {
      const ofBlock = { isBlock, blockLimits, ignition };
      return { id: commandId, type, attributes, confirmation, ...ofBlock, target: targetFrom(target) };
    },
  );
}

/** A command that this process is about to send. */
export interface Taking {
  readonly id: number;
  /** The connection that it is to leave on, as long as the database says that it is the device's; null over UDP. */
  readonly claim: { readonly epoch: number; readonly number: number } | null;
  /** The tracker obeys without an answer of its own. */
  readonly isSilent: boolean;
}

/**
 * Takes commands from the queue: from here on they are never sent again, whatever happens. Only those that are still
 * queued, in time, and whose device is still held on the connection named; the others are another process's, or wait.
 * Answers which were taken, and whether a request waits for their outcome.
 */
export async function takeQueued(
  db: Kysely<Schema>,
  taking: readonly Taking[],
): Promise<ReadonlyMap<number, { readonly isAwaited: boolean }>> {
  const { rows } = await sql<{ id: number; isAwaited: boolean }>`
    UPDATE sent_commands AS c SET state = 'sent', sent_at = now(), leaving_since = now(), silent = c.silent OR own.silent
    FROM unnest(
      ${taking.map(({ id }) => id)}::integer[], ${taking.map(({ isSilent }) => isSilent)}::boolean[],
      ${taking.map(({ claim }) => claim?.epoch ?? null)}::bigint[],
      ${taking.map(({ claim }) => claim?.number ?? null)}::bigint[]
    ) AS own (id, silent, epoch, claim)
    WHERE c.id = own.id AND c.state = 'queued' AND c.expires_at > now()
      AND (own.claim IS NULL OR EXISTS (
        SELECT FROM device_state AS s
        WHERE s.device_id = c.device_id AND s.held_by = own.epoch AND s.held_claim = own.claim
      ))
    RETURNING c.id, coalesce(c.awaited_until > now(), false) AS "isAwaited"`.execute(db);
  return new Map(rows.map(({ id, isAwaited }) => [id, { isAwaited }]));
}

/** Their bytes left, or their text was accepted. */
export async function markLeft(db: Kysely<Schema>, ids: readonly number[]): Promise<void> {
  await sql`UPDATE sent_commands SET leaving_since = NULL
    WHERE id = ANY(${ids}::integer[]) AND state = 'sent' AND leaving_since IS NOT NULL`.execute(db);
}

/** Nothing of them left: their connection had just ended. They are new to whoever looks for queued ones. */
export async function markUnsent(db: Kysely<Schema>, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE sent_commands SET state = 'queued', sent_at = NULL, leaving_since = NULL, tx = pg_current_xact_id()
    WHERE id = ANY(${ids}::integer[]) AND state = 'sent' AND leaving_since IS NOT NULL`.execute(db);
}

export async function markFailed(db: Kysely<Schema>, id: number, reason: string): Promise<void> {
  await sql`UPDATE sent_commands SET state = 'failed', leaving_since = NULL, ended_at = now(), reason = ${reason}
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

export interface Patience {
  /** For the answer of a tracker, ms. */
  readonly answerMs: number;
  /** For bytes to leave, once taken from the queue, ms. */
  readonly leavingMs: number;
  /** For an SMS service to accept a text, ms. */
  readonly textMs: number;
}

/**
 * Ends what waited for too long: for its device, for the tracker's answer, or for the process that took it, which may
 * have ended before its bytes left.
 */
export async function endOverdue(db: Kysely<Schema>, patience: Patience): Promise<readonly EndedCommand[]> {
  const ms = (value: number) => sql`${value}::double precision * interval '1 millisecond'`;
  const isInterrupted = sql`(state = 'sent' AND leaving_since <= now() - CASE WHEN text_channel
    THEN ${ms(patience.textMs)} ELSE ${ms(patience.leavingMs)} END)`;
  const { rows } = await sql<EndedCommand>`
    UPDATE sent_commands SET ended_at = now(), leaving_since = NULL,
      state = CASE state WHEN 'queued' THEN 'expired' ELSE 'failed' END,
      reason = CASE WHEN state = 'queued' THEN NULL WHEN ${isInterrupted} THEN 'interrupted' ELSE 'no-answer' END
    WHERE (state = 'queued' AND expires_at <= now()) OR ${isInterrupted}
      OR (state = 'sent' AND NOT silent AND sent_at <= now() - ${ms(patience.answerMs)})
    RETURNING id, device_id AS "deviceId", type, state, reason`.execute(db);
  return rows;
}

/** Which of these devices are waited for by something. */
export async function devicesWaitedFor(
  db: Kysely<Schema>,
  deviceIds: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT device_id AS id FROM sent_commands
    WHERE state = 'queued' AND NOT text_channel AND device_id = ANY(${deviceIds}::integer[])`.execute(db);
  return rows.map(({ id }) => id);
}

export interface Queued {
  /** Transactions from this one on may not have been seen, and are to be looked at next. */
  readonly since: string;
  readonly deviceIds: readonly number[];
}

/**
 * The devices for which something was queued by a transaction from this one on; without one, all. A commit that waited
 * is not missed: the next look begins at the oldest transaction that was still open at this one.
 */
export async function readQueuedSince(db: Kysely<Schema>, since: string | undefined): Promise<Queued> {
  const { rows } = await sql<{ since: string; deviceId: number | null }>`
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS since, c.device_id AS "deviceId"
    FROM (SELECT) AS always LEFT JOIN (
      SELECT DISTINCT device_id FROM sent_commands WHERE state = 'queued' AND NOT text_channel
        ${since === undefined ? sql`` : sql`AND tx >= ${since}::xid8`}
    ) AS c ON true`.execute(db);
  return {
    since: rows[0]?.since ?? since ?? '0',
    deviceIds: rows.flatMap(({ deviceId }) => deviceId ?? []),
  };
}

export interface Outcome {
  readonly id: number;
  readonly deviceId: number;
  readonly state: SentState;
  readonly reason: string | null;
  /** Its bytes are leaving, or the connection of its device may be another process's. */
  readonly isUnderWay: boolean;
}

export async function outcomesOf(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Outcome>> {
  const { rows } = await sql<Outcome>`
    SELECT c.id, c.device_id AS "deviceId", c.state, c.reason,
      c.leaving_since IS NOT NULL
        OR coalesce(c.state = 'queued' AND s.held_by IS NOT NULL AND s.status = 'online', false) AS "isUnderWay"
    FROM sent_commands AS c LEFT JOIN device_state AS s ON s.device_id = c.device_id
    WHERE c.id = ANY(${ids}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Nobody waits for their outcome any more: an event says when those that are queued have left. */
export async function stopAwaiting(db: Kysely<Schema>, ids: readonly number[]): Promise<void> {
  await sql`UPDATE sent_commands SET awaited_until = NULL
    WHERE id = ANY(${ids}::integer[]) AND state = 'queued'`.execute(db);
}

export async function readCommandLimits(db: Kysely<Schema>): Promise<CommandLimits> {
  const { attributes } = await db
    .selectFrom('server_settings')
    .select('attributes')
    .executeTakeFirstOrThrow();
  return commandLimitsFrom(attributes as Record<string, unknown>);
}
