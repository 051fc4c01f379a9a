import { type Kysely, sql } from 'kysely';

/** Whose devices are read-only changes only those of these that he made: the others watch his devices for him. */
const made = [
  ['geofences', 'geofence'],
  ['drivers', 'driver'],
  ['maintenances', 'maintenance'],
  ['notifications', 'notification'],
  ['computed_attributes', 'attribute'],
  ['commands', 'command'],
  ['calendars', 'calendar'],
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, noun] of made) {
    const table = sql.table(name);
    // no reference: numbers of users are not used twice, and who made it may be gone
    await sql`ALTER TABLE ${table} ADD COLUMN made_by integer`.execute(db);
    await sql`
      UPDATE ${table} AS l SET made_by = a.user_id FROM audit AS a
      WHERE a.noun = ${noun} AND a.action = 'create' AND a.object_id = l.id`.execute(db);
  }
}
