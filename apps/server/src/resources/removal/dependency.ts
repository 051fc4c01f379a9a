/** How a kind of dependent is described: the SQL of rows that depend on some rows, and who sees them. */
import { linkedKinds } from '@atalaia/contract/accounts/linked-kind';
import type { DependentChoice, DependentEffect, DependentKind } from '@atalaia/contract/dependents';
import { type RawBuilder, sql } from 'kysely';
import {
  type Viewer,
  visibleCustomers,
  visibleDevices,
  visibleGroups,
  visibleLinked,
  visibleScheduledReports,
  visibleUsers,
} from '../../visibility/visible.ts';
import { type LinkedKind, linkedTables } from '../../visibility/ways.ts';

type Sql = RawBuilder<unknown>;

export interface Dependency {
  readonly kind: DependentKind;
  readonly effect: DependentEffect;
  readonly choices?: readonly DependentChoice[];
  /** What follows FROM; the others use its aliases. */
  readonly from: Sql;
  /** The number of the row that it depends on. */
  readonly on: Sql;
  where?(viewer: Viewer): Sql;
  /** Its own number. */
  readonly id: Sql;
  readonly name: Sql;
  /** Absent where all who see the row see it too. An administrator sees all. */
  isSeen?(viewer: Viewer): Sql;
  /** More of it comes by itself: whether there is any was seen, and not how many. */
  readonly isVolatile?: true;
}

/** Nouns that other rows are linked to, or name. */
export type NamedKind = 'user' | 'device' | 'group' | 'customer' | 'scheduledReport' | LinkedKind;

interface Named {
  readonly table: string;
  readonly name: string;
  /** Numbers of those that a viewer sees. */
  seen(viewer: Viewer): Sql;
}

const linked = (kind: LinkedKind, name = 'name'): Named => ({
  table: linkedTables[kind],
  name,
  seen: (viewer) => sql`SELECT l.id FROM ${visibleLinked(viewer, kind)}`,
});

const nouns: Readonly<Record<NamedKind, Named>> = {
  user: { table: 'users', name: 'name', seen: (viewer) => sql`SELECT u.id FROM ${visibleUsers(viewer)}` },
  device: {
    table: 'devices',
    name: 'name',
    seen: (viewer) => sql`SELECT d.id FROM ${visibleDevices(viewer)}`,
  },
  group: { table: 'groups', name: 'name', seen: (viewer) => sql`SELECT g.id FROM ${visibleGroups(viewer)}` },
  customer: {
    table: 'customers',
    name: 'name',
    seen: (viewer) => sql`SELECT c.id FROM ${visibleCustomers(viewer)}`,
  },
  scheduledReport: {
    table: 'scheduled_reports',
    name: 'name',
    seen: (viewer) => sql`SELECT s.id FROM ${visibleScheduledReports(viewer)}`,
  },
  ...(Object.fromEntries(linkedKinds.map((kind) => [kind, linked(kind)])) as Record<
    (typeof linkedKinds)[number],
    Named
  >),
  calendar: linked('calendar'),
  notification: linked('notification', 'type'),
  attribute: linked('attribute', 'description'),
  command: linked('command', 'description'),
};

const dependentOf = (kind: NamedKind): Pick<Dependency, 'id' | 'name' | 'isSeen'> => ({
  id: sql`it.id`,
  name: sql.ref(`it.${nouns[kind].name}`),
  isSeen: (viewer) => sql`it.id IN (${nouns[kind].seen(viewer)})`,
});

/** Rows of a noun that name the row in a column of their own: `devices.customer_id`. */
export function naming(
  kind: NamedKind,
  column: string,
  effect: Pick<Dependency, 'effect' | 'choices'>,
): Dependency {
  const from = sql`${sql.table(nouns[kind].table)} AS it`;
  return { kind, ...effect, ...dependentOf(kind), from, on: sql.ref(`it.${column}`) };
}

/** Rows of a noun that a link table joins to the row: `device_geofences` for a device its geofences. */
export function linkedBy(table: string, column: string, kind: NamedKind, its: string): Dependency {
  const from = sql`${sql.table(table)} AS m JOIN ${sql.table(nouns[kind].table)} AS it ON it.id = ${sql.ref(`m.${its}`)}`;
  return {
    kind,
    effect: 'detach',
    ...dependentOf(kind),
    from,
    on: sql.ref(`m.${column}`),
    // his own row he knows about
    ...(kind === 'user' && { where: ({ userId }) => sql`it.id <> ${userId}` }),
  };
}

/** The rows of each kind that are linked to the owner. */
export function linksOf(owner: 'user' | 'group' | 'device', ...kinds: readonly NamedKind[]): Dependency[] {
  return kinds.map((kind) => linkedBy(`${owner}_${kind}s`, `${owner}_id`, kind, `${kind}_id`));
}

/** The users, groups and devices that a row of this kind is linked to. */
export function ownersOf(
  kind: LinkedKind,
  ...owners: readonly ('user' | 'group' | 'device')[]
): Dependency[] {
  return owners.map((owner) => linkedBy(`${owner}_${kind}s`, `${kind}_id`, owner, `${owner}_id`));
}
