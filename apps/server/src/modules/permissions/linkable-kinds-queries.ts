import type { LinkableKind } from '@atalaia/contract/accounts/linkable';
import { type LinkedKind, linkedKinds } from '@atalaia/contract/accounts/linked-kind';
import { type RawBuilder, sql } from 'kysely';
import { linkedTables } from '../../visibility/ways.ts';

interface Described {
  readonly table: string;
  /** Of a row `it` of that table. */
  readonly name: RawBuilder<string>;
  readonly detail: RawBuilder<string | null>;
  /** Columns a keyword is looked for in. */
  readonly searched: readonly string[];
}

/** The name of each kind's rows, and what distinguishes two of one name; by `name` alone by default. */
export const described: Readonly<Record<LinkableKind, Described>> = {
  device: of('devices', 'name', sql`it.unique_id`, 'unique_id'),
  group: of('groups', 'name', sql`(SELECT above.name FROM groups AS above WHERE above.id = it.group_id)`),
  user: of('users', 'name', sql`it.email`, 'email', 'login'),
  calendar: of(linkedTables.calendar, 'name', sql`NULL`),
  ...(Object.fromEntries(
    linkedKinds.map((kind) => [kind, of(linkedTables[kind], 'name', sql`NULL`)]),
  ) as Record<LinkedKind, Described>),
  geofence: of(linkedTables.geofence, 'name', sql`it.description`, 'description'),
  driver: of(linkedTables.driver, 'name', sql`it.unique_id`, 'unique_id'),
  maintenance: of(linkedTables.maintenance, 'name', sql`it.type`, 'type'),
  // alarms differ by which ones they are
  notification: of(
    linkedTables.notification,
    'type',
    sql`nullif(concat_ws(',', it.attributes ->> 'alarms', it.notificators), '')`,
    'notificators',
  ),
  attribute: of(linkedTables.attribute, 'description', sql`it.attribute`, 'attribute'),
  responder: of(linkedTables.responder, 'name', sql`it.phone`, 'phone'),
  command: of(linkedTables.command, 'description', sql`it.type`, 'type'),
};

function of(table: string, name: string, detail: RawBuilder<string | null>, ...others: string[]): Described {
  return { table, name: sql<string>`${sql.ref(`it.${name}`)}`, detail, searched: [name, ...others] };
}
