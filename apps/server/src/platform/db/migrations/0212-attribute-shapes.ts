import { type Kysely, sql } from 'kysely';

/**
 * The names of a position's attributes take three times the room of what they name. A row may say `{"":"17|10|0|4.1"}`
 * instead: the number of the shape that names them, and the values. A release before reads that as an attribute that it
 * does not know, which hurts nothing else of the row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Never changed and never deleted: rows name them.
    CREATE TABLE attribute_shapes (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      -- for format(): JSON behind its opening brace
      template text COLLATE "C" NOT NULL
    );
    CREATE UNIQUE INDEX attribute_shapes_template ON attribute_shapes (md5(template));

    -- that of most positions is their fix time: null then
    ALTER TABLE positions ALTER COLUMN device_time DROP NOT NULL`.execute(db);
}
