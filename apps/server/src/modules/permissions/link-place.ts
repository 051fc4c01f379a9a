import { sql } from 'kysely';
import { type Link, nounOf } from './permission-link.ts';

/** The table that holds links of a pair, and its two columns. */
export function placeOf({ owner, linked }: Pick<Link, 'owner' | 'linked'>) {
  return {
    table: sql.table(`${nounOf(owner)}_${nounOf(linked)}s`),
    ownerColumn: sql.ref(`${nounOf(owner)}_id`),
    linkedColumn: sql.ref(linked === 'managedUserId' ? 'managed_user_id' : `${nounOf(linked)}_id`),
  };
}
