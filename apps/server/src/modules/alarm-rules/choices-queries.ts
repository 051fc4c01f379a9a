/** The short lists that the desk chooses from: outcomes, reasons to put off, teams, escalations. One description each. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';

export interface Choice {
  readonly table: string;
  /** Of the contract, over the table's columns. */
  readonly shown: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
  /** What may be changed; the server's own may not. */
  readonly own: RawBuilder<unknown>;
  /** A shipped one that is renamed has its own name from then on. */
  readonly hasKey: boolean;
}

const listed = { order: sql`t.position, t.id`, own: sql`true`, hasKey: true };
const named = { order: sql`t.name COLLATE "pt-BR-x-icu", t.id`, own: sql`true`, hasKey: false };

export const choices = {
  outcome: {
    ...listed,
    table: 'alarm_outcomes',
    shown: sql`t.id, t.key, t.name, t.position, t.requires_note AS "requiresNote", t.built_in AS "builtIn"`,
    own: sql`NOT t.built_in`,
  },
  holdReason: {
    ...listed,
    table: 'alarm_hold_reasons',
    shown: sql`t.id, t.key, t.name, t.position, t.pauses_clock AS "pausesClock"`,
  },
  team: { ...named, table: 'desk_teams', shown: sql`t.id, t.name, t.user_ids AS "userIds"` },
  escalation: {
    ...named,
    table: 'alarm_escalations',
    shown: sql`t.id, t.name, t.steps, t.is_default AS "isDefault"`,
  },
} satisfies Record<string, Choice>;

export async function describeChoices(db: Kysely<Schema>, choice: Choice, id?: number): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY ${choice.order}), '') AS json
    FROM ${sql.table(choice.table)} AS t, LATERAL (SELECT ${choice.shown}) AS shown
    WHERE t.retired_at IS NULL AND ${id === undefined ? sql`true` : sql`t.id = ${id}`}`.execute(db);
  return rows[0]?.json ?? '';
}

/** Column by value; of arrays and objects JSON text. */
export type ChoiceColumns = Readonly<Record<string, unknown>>;

export async function insertChoice(
  db: Kysely<Schema>,
  { table }: Choice,
  columns: ChoiceColumns,
): Promise<number> {
  const names = Object.keys(columns).map((name) => sql.ref(name));
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ${sql.table(table)} (${sql.join(names)}) VALUES (${sql.join(Object.values(columns))}) RETURNING id`.execute(
    db,
  );
  return rows[0]?.id ?? 0;
}

/** False when there is none that may be changed. */
export async function updateChoice(
  db: Kysely<Schema>,
  { table, own, hasKey }: Choice,
  id: number,
  columns: ChoiceColumns,
): Promise<boolean> {
  const sets = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  if (hasKey) sets.push(sql`key = CASE WHEN t.name = ${columns.name} THEN t.key END`);
  const { rows } = await sql`
    UPDATE ${sql.table(table)} AS t SET ${sql.join(sets)} WHERE t.id = ${id} AND t.retired_at IS NULL AND ${own} RETURNING t.id`.execute(
    db,
  );
  return rows.length > 0;
}

export async function retireChoice(db: Kysely<Schema>, { table, own }: Choice, id: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE ${sql.table(table)} AS t SET retired_at = now()
    WHERE t.id = ${id} AND t.retired_at IS NULL AND ${own} RETURNING t.id`.execute(db);
  return rows.length > 0;
}

/** At most one escalation is of rules that name none. */
export async function clearDefaultEscalation(db: Kysely<Schema>): Promise<void> {
  await sql`UPDATE alarm_escalations SET is_default = false WHERE is_default`.execute(db);
}
