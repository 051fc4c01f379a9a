import { type Kysely, sql } from 'kysely';

/**
 * An earlier release read odometers of eight decimal digits (suntech, 10,000 km and more) as hexadecimal. A job looks once
 * through what is stored then (`docs/operations.md`): where it has come to, and what it found of each device. A database that
 * holds no positions yet has nothing to look through.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE odometer_scan (
      one boolean PRIMARY KEY CHECK (one),
      -- up to where: a partition of positions by name, and a block in it
      partition text NOT NULL DEFAULT '',
      block bigint NOT NULL DEFAULT 0,
      ended_at timestamptz
    )`.execute(db);
  await sql`INSERT INTO odometer_scan (one) SELECT true WHERE EXISTS (SELECT FROM positions)`.execute(db);
  await sql`
    CREATE TABLE odometer_repairs (
      device_id integer PRIMARY KEY,
      -- fix times of the first and the last position that may be wrong
      first_time timestamptz NOT NULL,
      last_time timestamptz NOT NULL,
      examinations integer NOT NULL DEFAULT 0,
      examined_at timestamptz,
      mended bigint NOT NULL DEFAULT 0,
      found_right bigint NOT NULL DEFAULT 0,
      undecided bigint NOT NULL DEFAULT 0,
      -- as the audit says of it
      told_mended bigint NOT NULL DEFAULT 0,
      told_undecided bigint NOT NULL DEFAULT 0
    )`.execute(db);
}
