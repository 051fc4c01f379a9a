/**
 * Random installations for tests of visibility: as data, as rows, and an oracle that says who sees what by the words of
 * the specification (ROLE-01, ROLE-07), one pair at a time and without SQL.
 */
import fc from 'fast-check';
import type { Pool } from 'pg';
import { hashToken } from '../modules/sessions/session-token.ts';

/** Rows are named by number from 1; a reference is such a number. */
type Ref = number | undefined;
type Links = readonly (readonly [from: number, to: number])[];

export interface VisibleWorld {
  /** The group each is in, which comes before it. */
  readonly groups: readonly { readonly group: Ref }[];
  readonly customers: readonly { readonly group: Ref }[];
  readonly users: readonly {
    readonly customer: Ref;
    readonly administrator: boolean;
    readonly account: 'in force' | 'disabled' | 'expired';
  }[];
  readonly devices: readonly { readonly group: Ref; readonly customer: Ref; readonly disabled: boolean }[];
  readonly calendars: readonly object[];
  readonly geofences: readonly { readonly calendar: Ref }[];
  readonly notifications: readonly { readonly calendar: Ref }[];
  /** One of a device, or of one over the last, which was removed. */
  readonly sinisters: readonly { readonly device: number; readonly customer: Ref }[];
  readonly links: Readonly<Record<LinkTable, Links>>;
}

export type VisibleNoun = keyof typeof oracle;

type LinkTable =
  | 'user_users'
  | 'user_groups'
  | 'user_devices'
  | 'user_calendars'
  | `${'user' | 'group' | 'device'}_${'geofence' | 'notification'}s`;

const rowsOf = <T extends object>(most: number, row: { [K in keyof T]: fc.Arbitrary<T[K]> }, least = 0) =>
  fc.array(fc.record(row), { minLength: least, maxLength: most });
/** Of numbers that may be larger than what they name: taken by their remainder, so that every world is whole. */
const reference = fc.option(fc.nat({ max: 59 }), { nil: undefined, freq: 2 });
const links = (most: number) =>
  fc.array(fc.tuple(fc.nat({ max: 59 }), fc.nat({ max: 59 })), { maxLength: most });

const drafts = fc.record({
  groups: rowsOf(6, { group: reference }),
  customers: rowsOf(4, { group: reference }),
  users: rowsOf(
    5,
    {
      customer: reference,
      administrator: fc.nat({ max: 5 }).map((of) => of === 5),
      account: fc.constantFrom(
        'in force' as const,
        'in force' as const,
        'disabled' as const,
        'expired' as const,
      ),
    },
    2,
  ),
  devices: rowsOf(8, { group: reference, customer: reference, disabled: fc.boolean() }, 1),
  calendars: rowsOf(3, {}),
  geofences: rowsOf(4, { calendar: reference }),
  notifications: rowsOf(3, { calendar: reference }),
  sinisters: rowsOf(3, { device: fc.nat({ max: 59 }), customer: reference }),
  links: fc.record({
    user_users: links(5),
    user_groups: links(3),
    user_devices: links(3),
    user_calendars: links(4),
    user_geofences: links(2),
    group_geofences: links(2),
    device_geofences: links(8),
    user_notifications: links(2),
    group_notifications: links(2),
    device_notifications: links(4),
  }),
});

/** Worlds whose references and links are whole; nobody manages himself, and groups are trees. */
export const visibleWorlds: fc.Arbitrary<VisibleWorld> = drafts.map((draft) => {
  const { groups, customers, users, devices, calendars, geofences, notifications, sinisters } = draft;
  const within = (of: number | undefined, { length }: readonly unknown[]): Ref =>
    of === undefined || length === 0 ? undefined : 1 + (of % length);
  const nouns = { user: users, group: groups, device: devices, calendar: calendars };
  const named: Readonly<Record<string, readonly unknown[]>> = {
    ...nouns,
    geofence: geofences,
    notification: notifications,
  };
  const whole = Object.entries(draft.links).map(([table, pairs]) => {
    const [owners = [], targets = []] = table.split('_').map((word) => named[word.replace(/s$/, '')] ?? []);
    const made = new Map<string, readonly [number, number]>();
    for (const [from, to] of pairs) {
      const [owner, target] = [within(from, owners), within(to, targets)];
      if (owner && target && !(table === 'user_users' && owner === target))
        made.set(`${owner} ${target}`, [owner, target]);
    }
    return [table, [...made.values()]];
  });
  return {
    groups: groups.map(({ group }, index) => ({ group: within(group, groups.slice(0, index)) })),
    customers: customers.map(({ group }) => ({ group: within(group, groups) })),
    users: users.map((user) => ({ ...user, customer: within(user.customer, customers) })),
    devices: devices.map((device) => ({
      ...device,
      group: within(device.group, groups),
      customer: within(device.customer, customers),
    })),
    calendars,
    geofences: geofences.map(({ calendar }) => ({ calendar: within(calendar, calendars) })),
    notifications: notifications.map(({ calendar }) => ({ calendar: within(calendar, calendars) })),
    sinisters: sinisters
      .map((one) => ({
        device: 1 + (one.device % (devices.length + 1)),
        customer: within(one.customer, customers),
      }))
      .filter((one, index, all) => all.findIndex(({ device }) => device === one.device) === index),
    links: Object.fromEntries(whole),
  };
});

/** Whether a user sees a thing, for each noun. */
const oracle = {
  group(world: VisibleWorld, user: number, group: Ref): boolean {
    if (group === undefined) return false;
    return (
      isAdministrator(world, user) ||
      isLinked(world, 'user_groups', user, group) ||
      oracle.group(world, user, world.groups[group - 1]?.group)
    );
  },
  customer(world: VisibleWorld, user: number, customer: Ref): boolean {
    if (customer === undefined) return false;
    return (
      isAdministrator(world, user) ||
      world.users[user - 1]?.customer === customer ||
      oracle.group(world, user, world.customers[customer - 1]?.group)
    );
  },
  device(world: VisibleWorld, user: number, device: number): boolean {
    const row = world.devices[device - 1];
    if (!row) return false;
    return (
      isAdministrator(world, user) ||
      isLinked(world, 'user_devices', user, device) ||
      oracle.group(world, user, row.group) ||
      oracle.customer(world, user, row.customer)
    );
  },
  user(world: VisibleWorld, user: number, other: number): boolean {
    return isAdministrator(world, user) || user === other || manages(world, user, other, new Set());
  },
  geofence: (world: VisibleWorld, user: number, geofence: number) =>
    seesLinked(world, user, 'geofence', geofence),
  notification: (world: VisibleWorld, user: number, notification: number) =>
    seesLinked(world, user, 'notification', notification),
  calendar(world: VisibleWorld, user: number, calendar: number): boolean {
    const isOn = (row: { readonly calendar: Ref }) => row.calendar === calendar;
    return (
      isAdministrator(world, user) ||
      isLinked(world, 'user_calendars', user, calendar) ||
      world.geofences.some((row, index) => isOn(row) && oracle.geofence(world, user, index + 1)) ||
      world.notifications.some((row, index) => isOn(row) && oracle.notification(world, user, index + 1))
    );
  },
  sinister(world: VisibleWorld, user: number, sinister: number): boolean {
    const { device, customer } = world.sinisters[sinister - 1] ?? { device: 0, customer: undefined };
    const isRemoved = device > world.devices.length;
    return (
      isAdministrator(world, user) ||
      (isRemoved ? oracle.customer(world, user, customer) : oracle.device(world, user, device))
    );
  },
};

const isAdministrator = (world: VisibleWorld, user: number) => world.users[user - 1]?.administrator === true;

const isLinked = (world: VisibleWorld, table: LinkTable, from: number, to: number) =>
  world.links[table].some(([owner, target]) => owner === from && target === to);

function manages(world: VisibleWorld, user: number, other: number, passed: Set<number>): boolean {
  if (passed.has(user)) return false;
  passed.add(user);
  return world.links.user_users
    .filter(([manager]) => manager === user)
    .some(([, managed]) => managed === other || manages(world, managed, other, passed));
}

function seesLinked(
  world: VisibleWorld,
  user: number,
  kind: 'geofence' | 'notification',
  target: number,
): boolean {
  return (
    isAdministrator(world, user) ||
    isLinked(world, `user_${kind}s`, user, target) ||
    world.links[`group_${kind}s`].some(([group, to]) => to === target && oracle.group(world, user, group)) ||
    world.links[`device_${kind}s`].some(([device, to]) => to === target && oracle.device(world, user, device))
  );
}

/** The numbers of what a user sees of a noun, in order. */
export function seenBy(world: VisibleWorld, noun: VisibleNoun, user: number): number[] {
  return numbersOf(world[`${noun}s`]).filter((id) => oracle[noun](world, user, id));
}

export const numbersOf = (rows: readonly unknown[]): number[] => rows.map((_row, index) => index + 1);

export const isInForce = (world: VisibleWorld, user: number): boolean =>
  world.users[user - 1]?.account === 'in force';

/** What a session's token is of a user of the world. */
export const tokenOf = (user: number): string => `token-of-user-${user}`;

/** Removes what is there, and writes a world with an open session of each user. */
export async function plantVisibleWorld(pool: Pool, world: VisibleWorld): Promise<void> {
  await pool.query(`
    TRUNCATE users, sign_in_names, groups, customers, devices, calendars, geofences, notifications, sinisters CASCADE`);
  await write('groups', world.groups, ({ group }, id) => ({ name: `x${id}`, group_id: group }));
  await write('customers', world.customers, ({ group }, id) => ({
    name: `x${id}`,
    cpf_cnpj: `${id}`,
    group_id: group,
  }));
  await write('users', world.users, ({ customer, administrator, account }, id) => ({
    ...{ name: `x${id}`, email: `x${id}@x`, password_hash: 'none', customer_id: customer, administrator },
    ...{
      disabled: account === 'disabled',
      expiration_time: account === 'expired' ? '2020-01-01T00:00:00Z' : undefined,
    },
  }));
  await write('devices', world.devices, ({ group, customer, disabled }, id) => ({
    ...{ name: `x${id}`, unique_id: `x${id}`, group_id: group, customer_id: customer, disabled },
  }));
  await write('calendars', world.calendars, (_row, id) => ({ name: `x${id}`, data: 'eA==' }));
  await write('geofences', world.geofences, ({ calendar }, id) => ({
    name: `x${id}`,
    area: 'CIRCLE (0 0, 10)',
    calendar_id: calendar,
  }));
  await write('notifications', world.notifications, ({ calendar }) => ({
    type: 'alarm',
    calendar_id: calendar,
  }));
  await write('sinisters', world.sinisters, ({ device, customer }, id) => ({
    ...{ number: id, device_id: device, customer_id: customer, opened_by: 'x', opening_type: 'theft' },
    ...{ device: { id: device, uniqueId: 'x', name: 'x', category: null, model: null, attributes: {} } },
    ...{ opening_date: '2026-01-01T00:00:00.000Z', opening_description: 'x' },
  }));
  for (const [table, pairs] of Object.entries(world.links)) {
    await pool.query(`INSERT INTO ${table} SELECT * FROM unnest($1::integer[], $2::integer[])`, [
      pairs.map(([from]) => from),
      pairs.map(([, to]) => to),
    ]);
  }
  await pool.query(
    `INSERT INTO sessions (token_hash, user_id, expires_at)
     SELECT token, id, now() + interval '1 day' FROM unnest($1::bytea[], $2::integer[]) AS one (token, id)`,
    [world.users.map((_user, index) => hashToken(tokenOf(index + 1))), numbersOf(world.users)],
  );

  async function write<T>(table: string, rows: readonly T[], columns: (row: T, id: number) => object) {
    for (const [index, row] of rows.entries()) {
      const values = Object.entries({ id: index + 1, ...columns(row, index + 1) }).filter(
        ([, value]) => value !== undefined,
      );
      const places = values.map((_value, at) => `$${at + 1}`);
      await pool.query(
        `INSERT INTO ${table} (${values.map(([column]) => column)}) OVERRIDING SYSTEM VALUE VALUES (${places})`,
        values.map(([, value]) => value),
      );
    }
  }
}
