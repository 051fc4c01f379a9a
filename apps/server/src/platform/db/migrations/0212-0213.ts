import { type Kysely, sql } from 'kysely';

/**
 * The names of a position's attributes take three times the room of what they name. A row may say `{"":"17|10|0|4.1"}`
 * instead: the number of the shape that names them, and the values. A release before reads that as an attribute that it
 * does not know, which hurts nothing else of the row; while a process of one runs, rows are stored as it reads them.
 */
export async function attributeShapes(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Never changed and never deleted: rows name them.
    CREATE TABLE attribute_shapes (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- for format(): JSON behind its opening brace
      template text COLLATE "C" NOT NULL UNIQUE
    );
    -- null of a release before
    ALTER TABLE processes ADD COLUMN reads_packed boolean;

    -- that of most positions is their fix time: null then
    ALTER TABLE positions ALTER COLUMN device_time DROP NOT NULL`.execute(db);
}

/**
 * What keywords and filters look at in each device, without its row: half the time of a look at all rows. None of these
 * columns costs a change of a device more than before: other indexes have them already. A text of more than a third of a
 * page fits into no index, so that the few long ones are looked at in their rows.
 */
export async function wordsOfDevices(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX devices_words ON devices (id) INCLUDE (search_text, group_id, customer_id, category, disabled)
      WHERE octet_length(search_text) < 1000;
    CREATE INDEX devices_long_words ON devices (id) WHERE octet_length(search_text) >= 1000`.execute(db);
}
