/**
 * What hangs on each noun that can be removed. `dependencies.test.ts` holds every foreign key of the database against it, so
 * that a new table cannot be forgotten here.
 */
import { linkedKinds } from '@atalaia/contract/accounts/linked-kind';
import { type RawBuilder, sql } from 'kysely';
import { isoTime } from '../../queries/sql-fragments.ts';
import { visibleCustomers, visibleDevices, visibleUsers } from '../../visibility/visible.ts';
import { type LinkedKind, linkedTables } from '../../visibility/ways.ts';
import { type Dependency, linkedBy, linksOf, naming, ownersOf } from './dependency.ts';

export type RemovableNoun =
  | 'company'
  | 'customer'
  | 'device'
  | 'group'
  | 'scheduledReport'
  | 'user'
  | LinkedKind;

/** The table of each. */
export const removableTables: Readonly<Record<RemovableNoun, string>> = Object.freeze({
  ...linkedTables,
  company: 'company_configurations',
  customer: 'customers',
  device: 'devices',
  group: 'groups',
  scheduledReport: 'scheduled_reports',
  user: 'users',
});

const owners = ['user', 'group', 'device'] as const;
/** A number made of a key that is none. */
const numbered = (key: RawBuilder<unknown>) => sql`(hashtext(${key})::bigint & 2147483647) + 1`;

/** A sinister is about its device; after that was removed, users who see the customer see it. */
const sinisters = (on: 'device_id' | 'customer_id', status: 'opened' | 'closed'): Dependency => ({
  kind: status === 'opened' ? 'sinister' : 'closedSinister',
  effect: status === 'opened' ? 'restrict' : 'detach',
  from: sql`sinisters AS it`,
  on: sql.ref(`it.${on}`),
  where: () => sql`it.status = ${status}`,
  id: sql`it.id`,
  name: sql`it.number::text`,
  isSeen: (viewer) => sql`(it.device_id IN (SELECT d.id FROM ${visibleDevices(viewer)})
    OR NOT EXISTS (SELECT FROM devices WHERE devices.id = it.device_id))`,
});

/** The provider keeps what it has, and the next exchange brings it here again. */
const fleetControlLinks = (...kinds: readonly string[]): Dependency => ({
  kind: 'fleetControlLink',
  effect: 'detach',
  from: sql`fleet_control_records AS it`,
  on: sql`it.local_id`,
  where: () => sql`it.kind = ANY(${kinds})`,
  id: numbered(sql`concat_ws(' ', it.user_id, it.kind, it.remote_id)`),
  name: sql`it.key`,
  isSeen: (viewer) => sql`it.user_id IN (SELECT u.id FROM ${visibleUsers(viewer)})`,
});

const paymentLinks: Dependency = {
  kind: 'paymentLink',
  effect: 'delete',
  from: sql`payment_links AS it`,
  on: sql`it.customer_id`,
  id: numbered(sql`it.account`),
  name: sql`coalesce(it.provider_id, '')`,
  isSeen: ({ userId }) => sql`it.account IN (SELECT account FROM payment_holders WHERE user_id = ${userId})`,
};

/** Links in force that share places; with a device's name they would show more than the viewer may know. */
const shares = (
  from: RawBuilder<unknown>,
  on: RawBuilder<unknown>,
  effect: 'delete' | 'detach',
): Dependency => ({
  kind: 'share',
  effect,
  from: sql`${from} JOIN users AS maker ON maker.id = it.user_id`,
  on,
  where: () => sql`it.revoked_at IS NULL AND it.expires_at > now()`,
  id: sql`it.id`,
  name: sql`maker.name`,
  isSeen: ({ userId }) => sql`it.user_id = ${userId}`,
});

/** What waits to be sent; `isSeen` is asked where it is not its device that is removed. */
const waitingCommands = (on: 'device_id' | 'user_id', effect: 'delete' | 'detach'): Dependency => ({
  kind: 'waitingCommand',
  effect,
  from: sql`sent_commands AS it`,
  on: sql.ref(`it.${on}`),
  where: () => sql`it.state = 'queued' AND it.expires_at > now()`,
  id: sql`it.id`,
  name: sql`it.type`,
  isSeen: (viewer) => sql`it.device_id IN (SELECT d.id FROM ${visibleDevices(viewer)})`,
});

/** The desk works on it: closed first, then it may go. */
const openAlarms: Dependency = {
  kind: 'openAlarm',
  effect: 'restrict',
  from: sql`alarms AS it`,
  on: sql`it.device_id`,
  where: () => sql`it.closed_at IS NULL`,
  id: sql`it.id`,
  name: sql`coalesce(it.rule_name, it.call_reason, '')`,
};

/** Rules of the desk are an administrator's; to others only that something is in the way. */
const alarmRules = (column: 'calendar_id' | 'geofence_id'): Dependency => ({
  kind: 'alarmRule',
  effect: 'restrict',
  from: sql`alarm_rules AS it`,
  on: sql.ref(`it.${column}`),
  id: sql`it.id`,
  name: sql`it.name`,
  isSeen: () => sql`false`,
});

/** Customers one of whose contacts may be called by it. */
const contactHours: Dependency = {
  kind: 'customer',
  effect: 'restrict',
  from: sql`contacts AS contact JOIN customers AS it ON it.id = contact.customer_id`,
  on: sql`contact.calendar_id`,
  id: sql`it.id`,
  name: sql`it.name`,
  isSeen: (viewer) => sql`it.id IN (SELECT c.id FROM ${visibleCustomers(viewer)})`,
};

const device: readonly Dependency[] = [
  openAlarms,
  sinisters('device_id', 'opened'),
  waitingCommands('device_id', 'delete'),
  {
    kind: 'alarm',
    effect: 'delete',
    from: sql`events AS it`,
    on: sql`it.device_id`,
    where: () => sql`it.type = 'alarm' AND it.handled_at IS NULL`,
    id: sql`it.id`,
    name: sql`coalesce(it.attributes ->> 'alarm', '')`,
    isVolatile: true,
  },
  {
    kind: 'history',
    effect: 'delete',
    from: sql`devices AS it, LATERAL (SELECT least(
      (SELECT fix_time FROM positions WHERE device_id = it.id ORDER BY fix_time LIMIT 1),
      (SELECT event_time FROM events WHERE device_id = it.id ORDER BY event_time LIMIT 1)
    ) AS since) AS first`,
    on: sql`it.id`,
    where: () => sql`first.since IS NOT NULL`,
    id: sql`it.id`,
    name: isoTime('first.since'),
    isVolatile: true,
  },
  { ...naming('command', 'device_id', { effect: 'delete' }), kind: 'savedCommand' },
  sinisters('device_id', 'closed'),
  linkedBy('user_devices', 'device_id', 'user', 'user_id'),
  ...linksOf('device', ...linkedKinds),
  linkedBy('scheduled_report_devices', 'device_id', 'scheduledReport', 'report_id'),
  shares(
    sql`location_share_devices AS m JOIN location_shares AS it ON it.id = m.share_id`,
    sql`m.device_id`,
    'detach',
  ),
  fleetControlLinks('tracker', 'vehicle'),
];

const group: readonly Dependency[] = [
  naming('group', 'group_id', { effect: 'choose', choices: ['detach', 'move'] }),
  naming('device', 'group_id', { effect: 'choose', choices: ['detach', 'move'] }),
  naming('customer', 'group_id', { effect: 'choose', choices: ['detach', 'move'] }),
  {
    kind: 'deviceBelow',
    effect: 'detach',
    from: sql`groups AS top, LATERAL (
      WITH RECURSIVE below (id) AS (
        SELECT id FROM groups WHERE group_id = top.id
        UNION SELECT groups.id FROM groups JOIN below ON groups.group_id = below.id
      ) SELECT devices.id, devices.name FROM below JOIN devices ON devices.group_id = below.id
    ) AS it`,
    on: sql`top.id`,
    id: sql`it.id`,
    name: sql`it.name`,
  },
  linkedBy('user_groups', 'group_id', 'user', 'user_id'),
  ...linksOf('group', ...linkedKinds),
  linkedBy('scheduled_report_groups', 'group_id', 'scheduledReport', 'report_id'),
];

const customer: readonly Dependency[] = [
  sinisters('customer_id', 'opened'),
  naming('device', 'customer_id', { effect: 'choose', choices: ['detach', 'move', 'delete'] }),
  naming('user', 'customer_id', { effect: 'choose', choices: ['detach', 'move', 'delete'] }),
  paymentLinks,
  sinisters('customer_id', 'closed'),
  fleetControlLinks('client'),
];

const user: readonly Dependency[] = [
  naming('scheduledReport', 'user_id', { effect: 'delete' }),
  shares(sql`location_shares AS it`, sql`it.user_id`, 'delete'),
  {
    kind: 'token',
    effect: 'delete',
    from: sql`sessions AS it`,
    on: sql`it.user_id`,
    where: () => sql`it.kind = 'token' AND it.expires_at > now()`,
    id: sql`it.id`,
    name: sql`coalesce(it.user_agent, '')`,
  },
  { ...linkedBy('user_users', 'user_id', 'user', 'managed_user_id'), kind: 'managedUser' },
  ...linksOf('user', 'device', 'group', ...linkedKinds, 'calendar'),
  waitingCommands('user_id', 'detach'),
  {
    kind: 'paymentOrder',
    effect: 'delete',
    from: sql`payment_links AS order_of JOIN customers AS it ON it.id = order_of.customer_id`,
    on: sql`order_of.user_id`,
    where: () => sql`order_of.state = 'pending'`,
    id: sql`it.id`,
    name: sql`it.name`,
    isSeen: (viewer) => sql`it.id IN (SELECT c.id FROM ${visibleCustomers(viewer)})`,
  },
  {
    ...fleetControlLinks(),
    effect: 'delete',
    on: sql`it.user_id`,
    where: () => sql`it.local_id IS NOT NULL`,
  },
];

export const dependencies: Readonly<Record<RemovableNoun, readonly Dependency[]>> = {
  company: [naming('user', 'company_id', { effect: 'restrict' })],
  device,
  group,
  customer,
  user,
  calendar: [
    naming('geofence', 'calendar_id', { effect: 'restrict' }),
    naming('notification', 'calendar_id', { effect: 'restrict' }),
    naming('device', 'calendar_id', { effect: 'restrict' }),
    naming('scheduledReport', 'calendar_id', { effect: 'restrict' }),
    alarmRules('calendar_id'),
    contactHours,
    ...ownersOf('calendar', 'user'),
  ],
  ...(Object.fromEntries(linkedKinds.map((kind) => [kind, ownersOf(kind, ...owners)])) as Record<
    (typeof linkedKinds)[number],
    Dependency[]
  >),
  geofence: [alarmRules('geofence_id'), ...ownersOf('geofence', ...owners)],
  command: [naming('notification', 'command_id', { effect: 'detach' }), ...ownersOf('command', ...owners)],
  scheduledReport: [],
};
