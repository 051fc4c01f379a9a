/** Events whose notifications are still to be looked up, and the notices that went, or shall go, to people (NOT-01). */
import { type Kysely, sql } from 'kysely';

const notices = sql`
  -- Written in the transaction of the event, when any notification of its type exists; emptied by the notifications.
  CREATE TABLE event_queue (
    event_id bigint PRIMARY KEY,
    device_id integer NOT NULL,
    queued_at timestamptz NOT NULL DEFAULT now()
  );

  -- One row for each person, event and channel, so that nobody is told twice. States:
  -- waiting: to be sent at next_try_at; whoever takes one on moves next_try_at ahead, and nobody else takes it till then.
  -- sending: handed to the channel, its answer not known yet. One that is still here when next_try_at has passed was
  --          cut off by a crash: it may have arrived, and is given up rather than sent twice.
  -- sent, given-up: ended; last_error says why it was given up.
  CREATE TABLE notices (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id bigint NOT NULL,
    device_id integer NOT NULL,
    user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
    notification_id integer NOT NULL,
    notificator text NOT NULL,
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'sent', 'given-up')),
    attempts integer NOT NULL DEFAULT 0,
    next_try_at timestamptz,
    -- the last time it was handed to its channel
    tried_at timestamptz,
    last_error text,
    created_at timestamptz NOT NULL,
    ended_at timestamptz,
    UNIQUE (event_id, user_id, notificator)
  );
  CREATE INDEX notices_due ON notices (notificator, next_try_at) WHERE state IN ('waiting', 'sending');
  CREATE INDEX notices_of_user ON notices (user_id, notificator, tried_at);
  CREATE INDEX notices_created ON notices (created_at);
  -- which notifications speak of an event
  CREATE INDEX notifications_type ON notifications (type);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await notices.execute(db);
}
