/** Every command that was sent to a device or waits to be, and what became of it (CMD-05, CMD-07). */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE sent_commands (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      device_id integer NOT NULL REFERENCES devices ON DELETE CASCADE,
      user_id integer REFERENCES users ON DELETE SET NULL,
      -- as he was called when he sent it
      user_name text,
      -- what was asked for at once bears one number
      batch_id uuid,
      type text NOT NULL,
      description text,
      attributes jsonb NOT NULL DEFAULT '{}',
      text_channel boolean NOT NULL DEFAULT false,
      -- Why a block that is not safe was sent nevertheless; null where that was not asked.
      confirmation text,
      -- The tracker obeys without an answer of its own.
      silent boolean NOT NULL DEFAULT false,
      state text NOT NULL DEFAULT 'queued'
        CHECK (state IN ('queued', 'sent', 'answered', 'failed', 'expired')),
      created_at timestamptz NOT NULL DEFAULT now(),
      -- What is still queued then is never sent.
      expires_at timestamptz NOT NULL,
      sent_at timestamptz,
      ended_at timestamptz,
      answer text,
      -- Why it failed, a word.
      reason text
    );
    CREATE INDEX sent_commands_device ON sent_commands (device_id, id DESC);
    CREATE INDEX sent_commands_user ON sent_commands (user_id);
    CREATE INDEX sent_commands_queued ON sent_commands (device_id, id) WHERE state = 'queued';
    CREATE INDEX sent_commands_unanswered ON sent_commands (device_id, id) WHERE state = 'sent' AND NOT silent`.execute(
    db,
  );
}
