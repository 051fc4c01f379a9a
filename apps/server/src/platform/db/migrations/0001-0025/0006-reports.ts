/**
 * Stored hours of travel (the only results of reports that are stored), and the index that reports read positions from.
 */
import { type Kysely, sql } from 'kysely';

const hours = sql`
  -- The tally of a device's positions of one hour in UTC (@atalaia/domain/travel-tally), of nothing but those positions.
  -- Hours before travel_hours_until stand here, by the rules of their number, unless the device has no position in them
  -- or they are marked in dirty_hours.
  CREATE TABLE travel_hours (
    device_id integer NOT NULL,
    hour timestamptz NOT NULL,
    rules smallint NOT NULL,
    positions integer NOT NULL,
    first_time timestamptz NOT NULL,
    last_time timestamptz NOT NULL,
    motion boolean NOT NULL,
    ignition boolean,
    first_fix_time timestamptz,
    first_fix_latitude double precision,
    first_fix_longitude double precision,
    first_fix_motion boolean,
    first_fix_speed double precision,
    motion_before_fix boolean,
    last_fix_time timestamptz,
    last_fix_latitude double precision,
    last_fix_longitude double precision,
    last_fix_motion boolean,
    distance double precision NOT NULL,
    moving_ms bigint NOT NULL,
    max_speed double precision NOT NULL,
    engine_ms bigint NOT NULL,
    untold_ms bigint NOT NULL,
    untold_moving_ms bigint NOT NULL,
    first_fuel double precision,
    last_fuel double precision,
    refuelled double precision,
    first_odometer double precision,
    last_odometer double precision,
    PRIMARY KEY (device_id, hour)
  );

  -- One mark for each batch that stored positions in an hour that may be counted already. Marks are never shared, so
  -- that whoever counts an hour takes away only those whose positions he sees, and nobody waits for anybody.
  CREATE TABLE dirty_hours (device_id integer NOT NULL, hour timestamptz NOT NULL);
  CREATE INDEX dirty_hours_device ON dirty_hours (device_id, hour);

  CREATE TABLE travel_hours_until (
    id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
    hour timestamptz NOT NULL
  );
  INSERT INTO travel_hours_until (hour)
    SELECT date_trunc('hour', coalesce(min(fix_time), now()), 'UTC') FROM positions;

  -- From here on a position that is stored marks its hour. Who stores it looks at the time his transaction began, and
  -- who counts looks at the oldest transaction that is still under way: neither waits for the other.
  CREATE FUNCTION hours_settled_at(at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
    RETURN date_trunc('hour', at - interval '15 minutes', 'UTC');
`;

/** Reports read one device's rows of weeks, which lie each on a page of its own: out of the index they lie together. */
const index = sql`
  ALTER TABLE positions DROP CONSTRAINT positions_device_id_fix_time_digest_key;
  ALTER TABLE positions ADD CONSTRAINT positions_device_id_fix_time_digest_key UNIQUE (device_id, fix_time, digest)
    INCLUDE (id, valid, latitude, longitude, speed, ignition, motion, total_distance, fuel);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [hours, index]) await part.execute(db);
}
