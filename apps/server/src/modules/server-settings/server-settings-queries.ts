import type { Selectable } from 'kysely';
import { type Kysely, sql, type Updateable } from 'kysely';
import type { Schema, ServerSettingsTable } from '../../platform/db/schema.ts';

export type ServerSettingsRow = Selectable<ServerSettingsTable>;

/** The one row, which the first migration makes. */
export async function readServerSettings(db: Kysely<Schema>, lock?: 'lock'): Promise<ServerSettingsRow> {
  const { rows } = await sql<ServerSettingsRow>`
    SELECT * FROM server_settings ${lock ? sql`FOR UPDATE` : sql``}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the row of server settings is gone');
  return row;
}

export async function updateServerSettings(
  db: Kysely<Schema>,
  values: Updateable<ServerSettingsTable>,
): Promise<void> {
  await db.updateTable('server_settings').set(values).execute();
}
