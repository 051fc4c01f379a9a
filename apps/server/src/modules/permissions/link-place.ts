import { sql } from 'kysely';
import { type Link, words } from './permission-link.ts';

/** The table that holds links of a pair, and its two columns. */
export function placeOf({ owner, linked }: Pick<Link, 'owner' | 'linked'>) {
  return {
    table: sql.table(`${words[owner]}_${words[linked]}s`),
    ownerColumn: sql.ref(`${words[owner]}_id`),
    linkedColumn: sql.ref(linked === 'managedUserId' ? 'managed_user_id' : `${words[linked]}_id`),
  };
}
