import { type Kysely, sql } from 'kysely';

/** By which way a call-out's link was sent, whether it was opened, and the keys of answers that were received. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE call_outs
      ADD COLUMN channel text CHECK (channel IN ('whatsapp', 'sms')),
      -- 'opened': WhatsApp was opened with the text; what a person sent there nobody knows
      ADD COLUMN channel_state text CHECK (channel_state IN ('opened', 'sending', 'sent', 'failed')),
      ADD COLUMN channel_at timestamptz,
      ADD COLUMN seen_at timestamptz,
      ADD COLUMN answer_keys text[] NOT NULL DEFAULT '{}'`.execute(db);
}
