import { type RawBuilder, sql } from 'kysely';

/** A SELECT of the `id` of a group and of all groups that it is in. */
export function groupsAbove(groupId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    WITH RECURSIVE above (id) AS (
      SELECT ${groupId} WHERE ${groupId} IS NOT NULL
      UNION SELECT groups.group_id FROM groups JOIN above ON groups.id = above.id WHERE groups.group_id IS NOT NULL
    ) SELECT id FROM above`;
}
