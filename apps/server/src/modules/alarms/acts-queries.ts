/** What acts write: a change of locked alarms, each with its line of history in the same statement. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { type Actor, actorColumns, type Claimant } from './claims-queries.ts';

/** Changes open alarms and writes a line of each; the numbers of those that were still open. */
export async function changeAlarms(
  db: Kysely<Schema>,
  ids: readonly number[],
  set: RawBuilder<unknown>,
  line: {
    readonly action: string;
    readonly actor: Actor;
    readonly details?: Readonly<Record<string, unknown>>;
  },
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH changed AS (
      UPDATE alarms AS a SET version = a.version + 1, ${set}
      WHERE a.id = ANY(${ids}::bigint[]) AND a.closed_at IS NULL RETURNING a.id
    ), lines AS (
      INSERT INTO alarm_history (alarm_id, action, user_id, user_name, address, details)
      SELECT id, ${line.action}, ${actorColumns(line.actor)}, ${JSON.stringify(line.details ?? {})}::jsonb FROM changed
    )
    SELECT id FROM changed`.execute(db);
  return rows.map(({ id }) => id);
}

/** A clock that stood goes on: what was left is left. */
const goesOn = sql`close_due_at = a.close_due_at + coalesce(now() - a.paused_at, interval '0'),
  due_at = a.due_at + coalesce(now() - a.paused_at, interval '0'), paused_at = NULL`;

export const resumedColumns = sql`held_until = NULL, hold_reason = NULL, ${goesOn}`;

/** A line of history of an alarm that need not be open. */
export async function writeHistory(
  db: Kysely<Schema>,
  alarmId: number,
  action: string,
  actor: Actor,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  await sql`
    INSERT INTO alarm_history (alarm_id, action, user_id, user_name, address, details)
    VALUES (${alarmId}, ${action}, ${actorColumns(actor)}, ${JSON.stringify(details)}::jsonb)`.execute(db);
}

export async function writeDraft(
  db: Kysely<Schema>,
  alarmId: number,
  userId: number,
  userName: string,
  text: string,
): Promise<void> {
  if (text === '') {
    await db.deleteFrom('alarm_drafts').where('alarm_id', '=', alarmId).execute();
    return;
  }
  await sql`
    INSERT INTO alarm_drafts (alarm_id, text, user_id, user_name) VALUES (${alarmId}, ${text}, ${userId}, ${userName})
    ON CONFLICT (alarm_id) DO UPDATE SET text = excluded.text, user_id = excluded.user_id, user_name = excluded.user_name,
      updated_at = now()`.execute(db);
}

export interface OutcomeRow {
  readonly id: number;
  readonly key: string | null;
  readonly name: string;
  readonly requiresNote: boolean;
}

/** An outcome that may be chosen, or by its key one of the server's own. */
export async function findOutcome(
  db: Kysely<Schema>,
  which: { readonly id: number } | { readonly key: 'handled' | 'joined' | 'normalised' },
): Promise<OutcomeRow | undefined> {
  const { rows } = await sql<OutcomeRow>`
    SELECT id, key, name, requires_note AS "requiresNote" FROM alarm_outcomes
    WHERE ${'id' in which ? sql`id = ${which.id} AND NOT built_in AND retired_at IS NULL` : sql`key = ${which.key}`}`.execute(
    db,
  );
  return rows[0];
}

export async function findHoldReason(
  db: Kysely<Schema>,
  id: number,
): Promise<{ readonly name: string; readonly pausesClock: boolean } | undefined> {
  const { rows } = await sql<{ name: string; pausesClock: boolean }>`
    SELECT name, pauses_clock AS "pausesClock" FROM alarm_hold_reasons WHERE id = ${id} AND retired_at IS NULL`.execute(
    db,
  );
  return rows[0];
}

/** What closing writes; who closes what nobody held took it in that moment. */
export const closedColumns = (
  { userId, userName }: Claimant,
  outcome: Pick<OutcomeRow, 'id' | 'name'>,
  note: string | undefined,
): RawBuilder<unknown> => sql`closed_at = now(), closed_by = ${userId}, closed_by_name = ${userName},
  outcome_id = ${outcome.id}, outcome_name = ${outcome.name}, note = ${note ?? null}, held_until = NULL,
  close_due_at = a.close_due_at + coalesce(now() - a.paused_at, interval '0'), paused_at = NULL,
  first_claimed_at = coalesce(a.first_claimed_at, now()), first_claimed_by = coalesce(a.first_claimed_by, ${userId})`;

export async function removeDrafts(db: Kysely<Schema>, alarmIds: readonly number[]): Promise<void> {
  await sql`DELETE FROM alarm_drafts WHERE alarm_id = ANY(${alarmIds}::bigint[])`.execute(db);
}

/** Puts it on hold; its clock is paused where the reason allows it, and runs on otherwise. */
export const heldColumns = (
  until: string,
  { name, pausesClock }: { readonly name: string; readonly pausesClock: boolean },
): RawBuilder<unknown> => sql`held_until = ${until}::timestamptz, hold_reason = ${name},
  ${pausesClock ? sql`paused_at = coalesce(a.paused_at, now())` : goesOn}`;

/** Its version alone goes up: who shows it reads it again. */
export const unchanged: RawBuilder<unknown> = sql`siren = a.siren`;
