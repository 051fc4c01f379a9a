import { type Kysely, sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { shippedProcedures } from '../../platform/db/migrations/0041-0046.ts';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import { nobody } from '../alarms/acting.ts';
import { insertCall } from '../alarms/calls-queries.ts';
import { readDeskSettings } from '../desk/desk-settings-queries.ts';

const { kysely, drop } = await createTestDatabase();
afterAll(() => drop());

/** As it was before the release that ships them. */
async function before(): Promise<void> {
  await sql`UPDATE alarm_rules SET procedure_id = NULL`.execute(kysely);
  await sql`UPDATE desk_settings SET settings = settings - 'callProcedures'`.execute(kysely);
  await sql`ALTER TABLE procedure_versions DISABLE TRIGGER procedure_versions_kept`.execute(kysely);
  await sql`DELETE FROM procedure_versions`.execute(kysely);
  await sql`ALTER TABLE procedure_versions ENABLE TRIGGER procedure_versions_kept`.execute(kysely);
  await sql`DELETE FROM procedures`.execute(kysely);
}
async function named() {
  const { rows } = await sql<{ rule: string; procedure: string }>`
    SELECT r.key AS rule, p.key AS procedure FROM alarm_rules AS r JOIN procedures AS p ON p.id = r.procedure_id
    ORDER BY r.key`.execute(kysely);
  const { callProcedures } = await readDeskSettings(kysely);
  const { rows: made } = await sql<{ id: number; key: string }>`SELECT id, key FROM procedures`.execute(
    kysely,
  );
  const calls = Object.entries(callProcedures).map(([reason, id]) => [
    reason,
    made.find((procedure) => procedure.id === id)?.key,
  ]);
  return {
    shipped: made.length,
    rules: rows.map(({ rule, procedure }) => `${rule}: ${procedure}`),
    calls: calls.flatMap(([reason, key]) => (key === undefined ? [] : `${reason}: ${key}`)),
  };
}

test('[PROC-02] rules and calls name the procedures that ship where no alarm was ever opened, and elsewhere nothing until somebody chooses', async () => {
  const fresh = await named();
  expect(fresh).toEqual({
    shipped: 6,
    rules: ['blockContradicted', 'jamming', 'powerCut', 'sos', 'tow'].map((key) => `${key}: ${key}`),
    calls: ['reportedTheft: reportedTheft'],
  });
  await before();
  await shippedProcedures(kysely as Kysely<unknown>);
  expect(await named()).toEqual(fresh);

  await before();
  const call = {
    reason: 'question',
    deviceId: null,
    severity: 3,
    claimSeconds: 60,
    closeSeconds: 60,
  } as const;
  const { id } = await insertCall(kysely, call, nobody);
  await sql`UPDATE alarms SET closed_at = now() WHERE id = ${id}`.execute(kysely);
  await shippedProcedures(kysely as Kysely<unknown>);
  expect(await named()).toEqual({ shipped: 6, rules: [], calls: [] });
});
