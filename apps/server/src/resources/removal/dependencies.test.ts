import { expect, test } from 'vitest';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import { dependencies, type RemovableNoun, removableTables } from './dependencies.ts';

const { pool, kysely } = await createTestDatabase();

/** References to a removable row that no removal lists, and why. */
const untold: Readonly<Record<string, string>> = {
  'device_state → devices': 'what is known of the device now: part of it',
  'device_texts → devices': 'the device as JSON: part of it',
  'device_images → devices': 'its picture: part of it',
  'sign_in_names → users': 'what he signs in by: part of him',
  'notification_deliveries → users': 'messages to him alone',
  'second_factors → users': 'how he himself signs in',
  'recovery_codes → users': 'how he himself signs in',
  'account_links → users': 'how he himself signs in',
  'openid_identities → users': 'how he himself signs in',
  'push_subscriptions → users': 'which of his browsers take notifications: part of him',
  'passkeys → users': 'how he himself signs in',
  'bulk_changes → users': 'what he can still undo, and is to be removed by his right',
  'idempotency_keys → users': 'what his own requests of the last hours were answered',
  'payment_holders → users': 'whose account a key opens: the key was his',
  'desk_presence → users': 'whether he sits at the desk: part of him',
  'maintenance_services → devices': 'what was done on it: part of it',
  'maintenance_services → maintenances': 'what was done of it: it stays, by its name',
  'maintenance_services → users': 'what he noted: it stays, by his name',
  'notification_snoozes → users': 'what he does not want to hear for a while: his own view',
  'notification_snoozes → notifications': 'until when somebody does not want to hear it: part of it',
  'muted_alarm_rules → users': 'what he does not want to hear: his own view',
  'silent_devices → users': 'who looks after silent vehicles: they stay in their list',
  'silent_devices → devices': 'what is done about its silence: part of it',
  'ignored_risks → devices': 'why it is no money at risk: part of it',
  'customer_standings → customers': 'what another system says of him: part of him',
  'customer_standings → users': 'what his own account elsewhere says',
  'comparisons → users': 'when his own account elsewhere was compared',
  'differences → users': 'what his own account elsewhere says otherwise',
  'watched_devices → devices': 'that it needs an eye: part of it',
  'silences → devices': 'no alarms for some hours: part of it',
  'silences → customers': 'no alarms for some hours: part of it',
  'contact_books → customers': 'whom to call for him: part of him',
  'contacts → customers': 'whom to call for him: part of him',
  'contact_requests → customers': 'what he asked to have changed: part of him',
  'contact_tries → customers': 'calls to him: part of him',
  'phrase_checks → customers': 'phrases that were compared: part of him',
  'fleet_control_runs → users': 'the list of his own exchanges',
  'scheduled_report_devices → scheduled_reports': 'what it covers: part of it',
  'scheduled_report_groups → scheduled_reports': 'what it covers: part of it',
  'scheduled_report_runs → scheduled_reports': 'when it was mailed: part of it',
  'fleet_control_runs → groups': 'where an exchange that ended put new devices',
};

test('[LIST-03] every reference of the database to what can be removed is told before its removal, or is known not to be', async () => {
  const { rows } = await pool.query<{ from: string; to: string }>(`
    SELECT DISTINCT conrelid::regclass::text AS from, confrelid::regclass::text AS to
    FROM pg_constraint WHERE contype = 'f' ORDER BY 2, 1`);
  const reported = (from: string, noun: RemovableNoun) =>
    dependencies[noun].some((dependency) =>
      new RegExp(`\\b${from}\\b`).test(dependency.from.compile(kysely).sql),
    );
  const nouns = Object.entries(removableTables) as [RemovableNoun, string][];
  const forgotten: string[] = [];
  const seen = new Set<string>();
  for (const [noun, table] of nouns) {
    const references = rows.filter(({ to }) => to === table);
    for (const { from } of references) {
      const reference = `${from} → ${table}`;
      seen.add(reference);
      if (!reported(from, noun) && !(reference in untold)) forgotten.push(reference);
    }
  }
  expect(forgotten).toEqual([]);
  expect(Object.keys(untold).filter((reference) => !seen.has(reference))).toEqual([]);
  expect(seen.size).toBeGreaterThan(50);
});
