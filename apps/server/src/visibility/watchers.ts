/** The reverse of `visible.ts`, from the same description: the users who see some rows, to whom updates are sent. */
import { type RawBuilder, sql } from 'kysely';
import type { Place } from '../platform/bus/bus.ts';
import { type InPlace, type OnAccount, type OwnLink, type PlaceNoun, visibleNouns } from './ways.ts';

/**
 * A SELECT of the `id` of every user who sees at least one of these devices; administrators are among them. Instead of
 * numbers an expression of SQL may give their array, for a LATERAL join.
 */
export function watchersOfDevices(
  deviceIds: readonly number[] | RawBuilder<unknown>,
): RawBuilder<{ id: number }> {
  const { sets, users } = watchersOf('device', deviceIds, sql`0`);
  return sql<{ id: number }>`WITH RECURSIVE ${sets} SELECT user_id AS id FROM (${users}) AS watchers`;
}

/**
 * Those of these users who see each of the devices whose array an expression gives: `sets` in the WITH RECURSIVE of the
 * statement, and `rows`, a SELECT from them.
 */
export function watchersAmong(deviceIds: RawBuilder<unknown>, userIds: readonly number[]) {
  const { sets, users } = watchersOf('device', deviceIds, sql`m.id`);
  const rows = sql`SELECT root AS "deviceId", user_id AS "userId" FROM (${users}) AS watchers
    WHERE user_id = ANY(${userIds}::int[])`;
  return { sets, rows };
}

export interface CustomerWatcher {
  readonly customerId: number;
  readonly userId: number;
}

/** A SELECT of each of these customers with every user who sees it; administrators are among them. */
export function watchersOfCustomers(customerIds: readonly number[]): RawBuilder<CustomerWatcher> {
  const { sets, users } = watchersOf('customer', customerIds, sql`m.id`);
  return sql<CustomerWatcher>`
    WITH RECURSIVE ${sets} SELECT root AS "customerId", user_id AS "userId" FROM (${users}) AS watchers`;
}

/** A SELECT of the `id` of every user who sees this place, and with it all that lies in it. */
export function watchersOfPlace({ noun, id }: Place): RawBuilder<{ id: number }> {
  const { sets, users } = watchersOf(noun, [id], sql`0`);
  return sql<{ id: number }>`WITH RECURSIVE ${sets} SELECT user_id AS id FROM (${users}) AS watchers`;
}

/** A SELECT of the `id` of every device that lies in this place, or in one that lies in it. */
export function devicesIn({ noun, id }: Place): RawBuilder<{ id: number }> {
  const nouns = upwards.slice(0, upwards.indexOf(noun) + 1).toReversed();
  const sets = nouns.map((of) => {
    const inner = visibleNouns[of].ways.filter((way) => way.by === 'place' && nouns.includes(way.of));
    const selects = inner.map((way) => {
      const outer = sql.ref(`within_${(way as InPlace).of}s`);
      return sql`SELECT m.id FROM ${sql.table(visibleNouns[of].table)} AS m
        JOIN ${outer} AS outer_rows ON outer_rows.id = ${sql.ref(`m.${way.column}`)}`;
    });
    const all = of === noun ? [sql`SELECT ${id}::integer`, ...selects] : selects;
    return sql`${sql.ref(`within_${of}s`)} (id) AS (${sql.join(all, sql` UNION `)})`;
  });
  return sql<{ id: number }>`WITH RECURSIVE ${sql.join(sets)} SELECT id FROM within_devices`;
}

/** What lies in others before those. */
const upwards: readonly PlaceNoun[] = ['device', 'customer', 'group'];

/**
 * Sets of rows by which the asked ones are seen, and a SELECT of `(root, user_id)` from them. `root` says of each for
 * which of the asked rows it is: by its number in the table `m`, or for all of them by the same value.
 */
function watchersOf(
  noun: PlaceNoun,
  ids: readonly number[] | RawBuilder<unknown>,
  root: RawBuilder<unknown>,
): { readonly sets: RawBuilder<unknown>; readonly users: RawBuilder<unknown> } {
  const requested = sql`
    SELECT ${root}, m.id FROM ${sql.table(visibleNouns[noun].table)} AS m WHERE m.id = ANY(${ids}::integer[])`;
  const nouns = upwards.slice(upwards.indexOf(noun));
  const sets = nouns.map((of) => {
    const selects = [...(of === noun ? [requested] : []), ...placesOf(of, nouns)];
    return sql`${setOf(of)} (root, id) AS (${sql.join(selects, sql` UNION `)})`;
  });
  const users = [
    ...nouns.flatMap((of) =>
      visibleNouns[of].ways.filter((way) => way.by !== 'place').map((way) => usersBy(of, way)),
    ),
    sql`SELECT requested.root, users.id FROM ${setOf(noun)} AS requested, users WHERE users.administrator`,
  ];
  return { sets: sql.join(sets), users: sql.join(users, sql` UNION `) };
}

/** A set of the asked rows, or of the places they are in. */
const setOf = (noun: PlaceNoun) => sql.ref(`above_${noun}s`);

/** Of each noun that is in places of this one: those it is in. The one that is in its own kind comes last. */
function placesOf(place: PlaceNoun, nouns: readonly PlaceNoun[]): RawBuilder<unknown>[] {
  return nouns.flatMap((noun) =>
    visibleNouns[noun].ways
      .filter((way) => way.by === 'place' && way.of === place)
      .map(({ column }) => {
        const named = sql.ref(`m.${column}`);
        return sql`
          SELECT inner_rows.root, ${named} FROM ${sql.table(visibleNouns[noun].table)} AS m
          JOIN ${setOf(noun)} AS inner_rows ON inner_rows.id = m.id WHERE ${named} IS NOT NULL`;
      }),
  );
}

function usersBy(noun: PlaceNoun, way: OwnLink | OnAccount): RawBuilder<unknown> {
  const [table, user] = way.by === 'own link' ? [way.table, 'user_id'] : ['users', 'id'];
  return sql`
    SELECT seen.root, ${sql.ref(`m.${user}`)} AS user_id FROM ${sql.table(table)} AS m
    JOIN ${setOf(noun)} AS seen ON seen.id = ${sql.ref(`m.${way.column}`)}`;
}
