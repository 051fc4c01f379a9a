/** Removals whose time is over are carried out, whatever becomes of the one before. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, kysely, services } = await createTestApp();
const admin = await world.administrator();
const removeDue = () => services.bulkChanges.removeDue(new AbortController().signal);
type Noun = 'users' | 'customers' | 'drivers';
/** Orders the removal of these rows, whose time was over so many seconds ago; its number. */
async function overdue(noun: Noun, ids: readonly number[], seconds: number, { token } = admin) {
  const { body } = await ask('POST', `/api/${noun}/bulk`, { token, body: { ids, change: { remove: true } } });
  const until = new Date(Date.now() - seconds * 1000);
  await kysely.updateTable('bulk_changes').set({ until }).where('id', '=', body.id).execute();
  return body.id as string;
}
const idsIn = async (table: Noun, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM ${sql.table(table)} WHERE id = ANY(${ids}::integer[]) ORDER BY id`.execute(kysely);
  return rows.map(({ id }) => id);
};

test('[LIST-05] a removal that fails is put off for a minute and tried again, and those behind it are carried out', async () => {
  const [failing, other] = [await world.person(), await world.person()];
  const ids = [failing.id, other.id];
  const first = await overdue('users', [failing.id], 2);
  await overdue('users', [other.id], 1);
  await sql`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF OLD.id = ${sql.lit(failing.id)} THEN RAISE EXCEPTION 'no'; END IF; RETURN OLD; END $$`.execute(kysely);
  await sql`CREATE TRIGGER fail BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION fail()`.execute(kysely);
  await removeDue();
  await sql`DROP FUNCTION fail CASCADE`.execute(kysely);
  expect(await idsIn('users', ids)).toEqual([failing.id]);
  await removeDue();
  expect(await idsIn('users', ids)).toEqual([failing.id]);
  const listed = await ask('GET', '/api/users/bulk', { token: admin.token });
  expect(listed.body).toMatchObject([{ id: first, count: 1 }]);
  expect(listed.body[0].secondsLeft).toBeGreaterThan(50);
  await kysely
    .updateTable('bulk_changes')
    .set({ until: new Date(0) })
    .where('id', '=', first)
    .execute();
  await removeDue();
  expect(await idsIn('users', ids)).toEqual([]);
});

test('[LIST-05] no statement removes more than 500 rows', async () => {
  await sql`CREATE FUNCTION few() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT count(*) FROM gone) > 500 THEN RAISE EXCEPTION 'too many'; END IF; RETURN NULL; END $$`.execute(
    kysely,
  );
  const made = {
    users: sql`(name, email, password_hash) SELECT 'x', gen_random_uuid() || '@example.com', ''`,
    customers: sql`(name, cpf_cnpj) SELECT 'x', gen_random_uuid()`,
    drivers: sql`(name, unique_id) SELECT 'x', gen_random_uuid()`,
  };
  for (const [noun, values] of Object.entries(made) as [Noun, typeof made.users][]) {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO ${sql.table(noun)} ${values} FROM generate_series(1, 501) RETURNING id`.execute(kysely);
    await sql`CREATE TRIGGER few AFTER DELETE ON ${sql.table(noun)} REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION few()`.execute(kysely);
    const ids = rows.map(({ id }) => id);
    await overdue(noun, ids, 1);
    await removeDue();
    expect([noun, await idsIn(noun, ids)]).toEqual([noun, []]);
  }
  await sql`DROP FUNCTION few CASCADE`.execute(kysely);
});

test('[LIST-05] what hangs on a customer who is removed is found by an index', async () => {
  for (const table of ['phrase_checks', 'silences']) {
    const { rows } = await sql<{ indexdef: string }>`
      SELECT indexdef FROM pg_indexes WHERE tablename = ${table}`.execute(kysely);
    expect(rows.some(({ indexdef }) => indexdef.endsWith('(customer_id)'))).toBe(true);
  }
});

test('[LIST-05] [SEC-03] what was to be removed and stays is in the audit, by whom and why', async () => {
  const refusedOf = async (bulk: string) => {
    const rows = await kysely
      .selectFrom('audit')
      .select(['user_id', 'noun', 'object_id', 'details'])
      .where('action', '=', 'remove-refused')
      .orderBy('id')
      .execute();
    return rows.filter(({ details }) => (details as { bulk: string }).bulk === bulk);
  };
  const lineOf = (user_id: number, noun: string, bulk: string, refused: number, code: string) => ({
    ...{ user_id, noun, object_id: null, details: { bulk, refused, code } },
  });
  const customers = [await world.customer(), await world.customer(), await world.customer()];
  const kept = await overdue('customers', customers, 1);
  await world.device({ customer_id: customers[0] ?? 0 });
  await sql`DELETE FROM customers WHERE id = ${customers[1]}`.execute(kysely);
  await removeDue();
  expect(await refusedOf(kept)).toEqual([
    lineOf(admin.id, 'customer', kept, 1, 'in-use'),
    lineOf(admin.id, 'customer', kept, 1, 'not-found'),
  ]);
  for (const [end, code] of [
    [{ readonly: true }, 'account-readonly'],
    [{ disabled: true }, 'unauthenticated'],
  ] as const) {
    const [chief, one, two] = [
      await world.person({ user_limit: -1 }),
      await world.person(),
      await world.person(),
    ];
    for (const user of [one.id, two.id]) await world.link(chief.id, { user });
    const bulk = await overdue('users', [one.id, two.id], 1, chief);
    await kysely.updateTable('users').set(end).where('id', '=', chief.id).execute();
    await removeDue();
    expect(await refusedOf(bulk)).toEqual([lineOf(chief.id, 'user', bulk, 2, code)]);
    expect(await idsIn('users', [one.id, two.id])).toEqual([one.id, two.id]);
  }
});
