import { type Kysely, sql } from 'kysely';

/** Reports that are mailed by a calendar, and how far each has come. */
const scheduledReports = sql`
  CREATE TABLE scheduled_reports (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    name text NOT NULL,
    type text NOT NULL,
    period text NOT NULL,
    -- all when empty
    event_types text[] NOT NULL DEFAULT '{}',
    calendar_id integer REFERENCES calendars ON DELETE SET NULL
  );
  CREATE INDEX scheduled_reports_user ON scheduled_reports (user_id);
  CREATE INDEX scheduled_reports_calendar ON scheduled_reports (calendar_id);
  CREATE TABLE scheduled_report_devices (
    report_id integer NOT NULL REFERENCES scheduled_reports ON DELETE CASCADE,
    device_id integer NOT NULL REFERENCES devices ON DELETE CASCADE,
    PRIMARY KEY (report_id, device_id)
  );
  CREATE INDEX scheduled_report_devices_device ON scheduled_report_devices (device_id);
  CREATE TABLE scheduled_report_groups (
    report_id integer NOT NULL REFERENCES scheduled_reports ON DELETE CASCADE,
    group_id integer NOT NULL REFERENCES groups ON DELETE CASCADE,
    PRIMARY KEY (report_id, group_id)
  );
  CREATE INDEX scheduled_report_groups_group ON scheduled_report_groups (group_id);
  -- Apart from what people edit, so that a mail that is sent is no change of theirs.
  CREATE TABLE scheduled_report_runs (
    report_id integer PRIMARY KEY REFERENCES scheduled_reports ON DELETE CASCADE,
    -- Events of the calendar that began until then have been sent, or given up.
    looked_until timestamptz NOT NULL,
    -- While one is being made and mailed.
    sending_since timestamptz,
    -- The event it is made for, while it is being sent or waits to be tried again.
    due_at timestamptz,
    -- Of that event, the one under way counted.
    attempts integer NOT NULL DEFAULT 0,
    -- Null unless it waits to be tried again.
    next_try_at timestamptz,
    last_tried_at timestamptz,
    last_sent_at timestamptz,
    last_error text
  )`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await scheduledReports.execute(db);
}
