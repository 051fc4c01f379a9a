/**
 * What is registered beside devices, and who and what it is linked to (PERM-03). A thing counts for a device when it is
 * linked to the device, to its group, or to a group above that.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';

const registers = sql`
  CREATE TABLE calendars (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    -- The iCalendar file as its uploader sent it: base64, bare or as a data URL.
    data text NOT NULL,
    attributes jsonb NOT NULL DEFAULT '{}'
  );
  CREATE TABLE geofences (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    description text,
    calendar_id integer REFERENCES calendars ON DELETE SET NULL,
    area text NOT NULL,
    attributes jsonb NOT NULL DEFAULT '{}'
  );
  CREATE INDEX geofences_calendar ON geofences (calendar_id);
  CREATE TABLE drivers (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    unique_id text NOT NULL UNIQUE,
    attributes jsonb NOT NULL DEFAULT '{}'
  );
  -- start and period are in the unit of the position attribute that type names.
  CREATE TABLE maintenances (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    type text NOT NULL,
    start double precision NOT NULL,
    period double precision NOT NULL,
    attributes jsonb NOT NULL DEFAULT '{}'
  );
  CREATE TABLE notifications (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    type text NOT NULL,
    always boolean NOT NULL DEFAULT false,
    notificators text,
    calendar_id integer REFERENCES calendars ON DELETE SET NULL,
    attributes jsonb NOT NULL DEFAULT '{}'
  );
  CREATE INDEX notifications_calendar ON notifications (calendar_id);
  CREATE TABLE computed_attributes (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    description text NOT NULL,
    attribute text NOT NULL,
    expression text NOT NULL,
    type text NOT NULL
  );
  -- Saved commands; device_id is null for one that fits any device.
  CREATE TABLE commands (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    device_id integer REFERENCES devices ON DELETE CASCADE,
    type text NOT NULL,
    text_channel boolean NOT NULL DEFAULT false,
    description text,
    attributes jsonb NOT NULL DEFAULT '{}'
  );
  CREATE INDEX commands_device ON commands (device_id);
`;

/** Owner, what it is linked to, and the linked table. */
const links: readonly (readonly [owner: string, linked: string, table: string])[] = [
  ...['user', 'group', 'device'].flatMap((owner) =>
    (
      [
        ['geofence', 'geofences'],
        ['driver', 'drivers'],
        ['maintenance', 'maintenances'],
        ['notification', 'notifications'],
        ['attribute', 'computed_attributes'],
        ['command', 'commands'],
      ] as const
    ).map(([linked, table]) => [owner, linked, table] as const),
  ),
  ['user', 'calendar', 'calendars'],
];

function linkTable(owner: string, linked: string, table: string): RawBuilder<unknown> {
  const name = `${owner}_${linked}s`;
  const ownerId = sql.ref(`${owner}_id`);
  const linkedId = sql.ref(`${linked}_id`);
  return sql`
    CREATE TABLE ${sql.table(name)} (
      ${ownerId} integer NOT NULL REFERENCES ${sql.table(`${owner}s`)} ON DELETE CASCADE,
      ${linkedId} integer NOT NULL REFERENCES ${sql.table(table)} ON DELETE CASCADE,
      PRIMARY KEY (${ownerId}, ${linkedId})
    );
    CREATE INDEX ${sql.ref(`${name}_${linked}`)} ON ${sql.table(name)} (${linkedId})`;
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await registers.execute(db);
  for (const [owner, linked, table] of links) await linkTable(owner, linked, table).execute(db);
}
