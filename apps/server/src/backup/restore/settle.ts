/**
 * After a restore the installation continues from an earlier instant. What it was about to do then, it may have done since:
 * what was perhaps sent to others is not sent again, and is reported instead.
 */
import type { ClientBase } from 'pg';

export interface Settled {
  /** Sessions of people, who sign in again. Tokens of programs stay. */
  readonly sessions: number;
  /** Commands that waited for their device: each is marked as failed, with the reason. */
  readonly commands: number;
  /** Blocks that waited for their vehicle to stop: somebody may have taken them back since. Each ends, with the reason. */
  readonly blocks: number;
  /** Mails, texts and messages to phones that waited. */
  readonly deliveries: number;
  /** SMS of campaigns that waited: each is marked as one that may have left, which a person may send again. */
  readonly campaignSms: number;
  /** Things whose removal could still be undone: it may have been since. They stay. */
  readonly removals: number;
  /** Exchanges with the fleet-control provider that were under way, by what they had read then. */
  readonly exchanges: number;
  /** Sides of differences that were ordered: each is refused, and a person may order it again. */
  readonly takes: number;
}

/** `installation`: the id that it has from now on. */
export async function settle(client: ClientBase, installation: string): Promise<Settled> {
  const count = async (statement: string) => (await client.query(statement)).rowCount ?? 0;
  const sessions = await count(`DELETE FROM sessions WHERE kind = 'session'`);
  // one whose command had run out would wait again
  const blocks = await count(`
    WITH ended AS (
      UPDATE block_requests AS b SET state = 'expired', state_reason = 'restored', ended_at = now(), version = version + 1
      WHERE state = 'waiting' OR state = 'requested' AND moment <> 'now'
        AND EXISTS (SELECT FROM sent_commands AS c WHERE c.id = b.sent_id AND c.state = 'expired')
      RETURNING id)
    INSERT INTO block_history (block_id, action, details)
    SELECT id, 'expired', '{"state": "expired", "stateReason": "restored"}' FROM ended`);
  const commands = await count(`
    UPDATE sent_commands SET state = 'failed', reason = 'restored', ended_at = now() WHERE state = 'queued'`);
  const deliveries = await count(`
    UPDATE notification_deliveries SET state = 'given-up', last_error = 'restored from a backup', ended_at = now(), next_try_at = NULL
    WHERE state IN ('waiting', 'sending')`);
  const messages = await count(`
    UPDATE contact_messages SET state = 'failed', error = 'restored' WHERE state IN ('waiting', 'sending')`);
  const invitations = await count(`
    WITH ended AS (
      UPDATE account_links SET mail_state = 'unsure', mail_error = 'restored', mail_due_at = NULL
      WHERE mail_state IN ('waiting', 'leaving') RETURNING user_id, kind)
    INSERT INTO audit (action, noun, object_id, details)
    SELECT kind || '-unsure', 'user', user_id, '{"error": "restored"}' FROM ended`);
  // whoever asked for a link asks again
  const asked = await count('DELETE FROM account_links WHERE user_id IS NULL');
  // of paused campaigns too: they may have gone on since. A tracker that reports here from now on has come
  const campaignSms = await count(`
    UPDATE campaign_devices SET state = 'unsure', error = 'restored', due_at = NULL, sent_at = coalesce(sent_at, claimed_at, now())
    WHERE state IN ('queued', 'sending')`);
  const events = await count('DELETE FROM event_queue');
  const pending = await client.query<{ count: number }>(`
    WITH gone AS (DELETE FROM bulk_changes RETURNING act, row_ids)
    SELECT coalesce(sum(cardinality(row_ids)), 0)::int AS count FROM gone WHERE act = 'remove'`);
  // what exists only here may have been created there since: the next exchange reads first
  const exchanges = await client.query<{ count: number }>(`
    WITH ended AS (
      UPDATE fleet_control_runs AS r SET state = CASE WHEN r.state IN ('running', 'waiting') THEN 'stopped' ELSE r.state END,
        step = 'done', next_try_at = NULL, ended_at = coalesce(r.ended_at, now())
      FROM fleet_control_runs AS was WHERE was.id = r.id AND r.step <> 'done' RETURNING was.state)
    SELECT count(*)::int AS count FROM ended WHERE state IN ('running', 'waiting')`);
  // each may have been written since, or be wanted no more
  const takes = await count(`
    UPDATE differences SET take_side = NULL, take_started_at = NULL, refusal = 'uncertain', refusal_words = NULL
    WHERE take_side IS NOT NULL`);
  // its readers begin anew, and its transactions are those of another server
  await client.query('DELETE FROM changes');
  await client.query('DELETE FROM job_leases');
  await client.query('DELETE FROM processes');
  // whose key it is, the next start says
  await client.query('UPDATE installation SET id = $1, key_fingerprint = NULL', [installation]);
  // no backup of another server is gone on with; one was at work when it was taken
  await client.query(`UPDATE stored_horizon SET stored_before = '-infinity'`);
  await client.query('DELETE FROM changed_hours');
  await client.query('DELETE FROM backup_runs WHERE ended_at IS NULL');
  // files of an earlier backup may hold what a removed device sent: the job that clears them does it again
  await client.query(`
    INSERT INTO removed_devices (device_id)
    SELECT id FROM generate_series(1, pg_sequence_last_value(pg_get_serial_sequence('devices', 'id')::regclass)) AS given (id)
    WHERE NOT EXISTS (SELECT FROM devices AS d WHERE d.id = given.id)
      AND EXISTS (SELECT FROM positions AS p WHERE p.device_id = given.id)
    ON CONFLICT DO NOTHING`);
  // what was due since then begins anew from now
  await client.query(`
    UPDATE scheduled_report_runs SET checked_until = greatest(checked_until, now()), next_try_at = NULL, sending_since = NULL`);
  // a customer may have been made at the payment provider since: he is looked for before he is made
  await client.query(
    `UPDATE payment_links SET may_exist = true WHERE state = 'pending' AND provider_id IS NULL`,
  );
  return {
    ...{ sessions, commands, blocks, campaignSms, takes },
    deliveries: deliveries + events + messages + invitations + asked,
    removals: pending.rows[0]?.count ?? 0,
    exchanges: exchanges.rows[0]?.count ?? 0,
  };
}
