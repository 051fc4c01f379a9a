/**
 * The reverse of `visible.ts`: the users who see some rows, so that a change of sight can be told to them alone. The
 * two must agree; `watchers.test.ts` compares them over random trees of links.
 */
import { type RawBuilder, sql } from 'kysely';

/**
 * A SELECT of the `id` of every user who sees at least one of these devices; administrators are among them. Instead of
 * numbers an expression of SQL may stand for their array, for a LATERAL join.
 */
export function watchersOfDevices(
  deviceIds: readonly number[] | RawBuilder<unknown>,
): RawBuilder<{ id: number }> {
  return sql<{ id: number }>`
    WITH RECURSIVE seen AS (SELECT id, group_id, customer_id FROM devices WHERE id = ANY(${deviceIds}::integer[])),
    above (id) AS (
      SELECT group_id FROM seen WHERE group_id IS NOT NULL
      UNION SELECT c.group_id FROM customers AS c JOIN seen ON seen.customer_id = c.id WHERE c.group_id IS NOT NULL
      UNION SELECT g.group_id FROM groups AS g JOIN above ON above.id = g.id WHERE g.group_id IS NOT NULL
    )
    SELECT user_id AS id FROM user_devices JOIN seen ON seen.id = device_id
    UNION SELECT user_id FROM user_groups JOIN above ON above.id = group_id
    UNION SELECT u.id FROM users AS u JOIN seen ON seen.customer_id = u.customer_id
    UNION SELECT id FROM users WHERE administrator`;
}

export interface CustomerWatcher {
  readonly customerId: number;
  readonly userId: number;
}

/** A SELECT of each of these customers with every user who sees it; administrators are among them. */
export function watchersOfCustomers(customerIds: readonly number[]): RawBuilder<CustomerWatcher> {
  return sql<CustomerWatcher>`
    WITH RECURSIVE above (customer_id, id) AS (
      SELECT id, group_id FROM customers WHERE id = ANY(${customerIds}::integer[]) AND group_id IS NOT NULL
      UNION SELECT above.customer_id, g.group_id FROM groups AS g JOIN above ON above.id = g.id WHERE g.group_id IS NOT NULL
    )
    SELECT above.customer_id AS "customerId", user_id AS "userId" FROM user_groups JOIN above ON above.id = group_id
    UNION SELECT customer_id, id FROM users WHERE customer_id = ANY(${customerIds}::integer[])
    UNION SELECT c.id, u.id FROM customers AS c, users AS u
    WHERE u.administrator AND c.id = ANY(${customerIds}::integer[])`;
}
