import { type Kysely, sql } from 'kysely';

/** What clients are not told of how the desk handled their events; said when it was handled, so that nothing is taken back. */
export async function toldClients(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- for clients it is as open as before
    ALTER TABLE events ADD COLUMN handled_untold boolean;
    CREATE INDEX events_untold ON events (device_id, id) WHERE handled_untold;
    ALTER TABLE event_comments ADD COLUMN untold boolean NOT NULL DEFAULT false`.execute(db);
}

/** Kinds of alarms that a person does not want to hear or see for a time: his own view, on whichever screen (DESK-18). */
export async function userMutedRules(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE muted_alarm_rules (
      user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
      rule_id integer NOT NULL REFERENCES alarm_rules ON DELETE CASCADE,
      until timestamptz NOT NULL,
      PRIMARY KEY (user_id, rule_id)
    );
    CREATE INDEX muted_alarm_rules_rule ON muted_alarm_rules (rule_id)`.execute(db);
}

/** By which way a call-out's link was sent, whether it was opened, and the keys of answers that were received. */
export async function callOutLinks(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE call_outs
      ADD COLUMN channel text CHECK (channel IN ('whatsapp', 'sms')),
      -- 'opened': WhatsApp was opened with the text; what a person sent there nobody knows
      ADD COLUMN channel_state text CHECK (channel_state IN ('opened', 'sending', 'sent', 'failed')),
      ADD COLUMN channel_at timestamptz,
      ADD COLUMN seen_at timestamptz,
      ADD COLUMN answer_keys text[] NOT NULL DEFAULT '{}'`.execute(db);
}
