/**
 * The ways in which a user who is no administrator sees a row (ROLE-01, ROLE-07): the one description of them. All SQL
 * about who sees what is made from it, by `visible.ts` (what a user sees) and `watchers.ts` (who sees a row).
 *
 * What a managed user sees is not thereby seen: ask as him. An administrator sees everything.
 */

import { type LinkedKind as AnyOwnersKind, linkedKinds } from '@atalaia/contract/accounts/linked-kind';

/** What is linked to users, groups and devices; a calendar to users alone. */
export type LinkedKind = AnyOwnersKind | 'calendar';

/** The table of each kind. */
export const linkedTables: Readonly<Record<LinkedKind, string>> = Object.freeze({
  geofence: 'geofences',
  driver: 'drivers',
  maintenance: 'maintenances',
  notification: 'notifications',
  attribute: 'computed_attributes',
  command: 'commands',
  responder: 'responders',
  calendar: 'calendars',
});

/** Nouns that hold others, or are devices: who sees their rows can be asked from both ends. */
export type PlaceNoun = 'group' | 'customer' | 'device';
export type VisibleNoun = PlaceNoun | 'user' | 'scheduledReport' | LinkedKind;

/** A row of a link table names the user and it. */
export interface OwnLink {
  readonly by: 'own link';
  readonly table: string;
  readonly column: string;
}
/** Its column names a group or a customer that the user sees. */
export interface InPlace {
  readonly by: 'place';
  readonly of: 'group' | 'customer';
  readonly column: string;
}
/** A column of the user's own account names it. */
export interface OnAccount {
  readonly by: 'account';
  readonly column: string;
}
/** A row of a link table names it and another that the user sees. */
export interface LinkOf {
  readonly by: 'link of';
  readonly of: 'group' | 'device' | 'user';
  readonly table: string;
  readonly ofColumn: string;
  readonly column: string;
}
export type Way =
  | OwnLink
  | InPlace
  | OnAccount
  | LinkOf
  /** It is the user himself. */
  | { readonly by: 'self' }
  /** Its column names the user. */
  | { readonly by: 'owner'; readonly column: string }
  /** The column of another that the user sees names it. */
  | { readonly by: 'name on'; readonly of: LinkedKind; readonly column: string };

const ownLink = (noun: string): OwnLink => ({ by: 'own link', table: `user_${noun}s`, column: `${noun}_id` });
const linkOf = (of: 'group' | 'device', kind: LinkedKind): LinkOf => ({
  by: 'link of',
  of,
  table: `${of}_${kind}s`,
  ofColumn: `${of}_id`,
  column: `${kind}_id`,
});
const inGroup: InPlace = { by: 'place', of: 'group', column: 'group_id' };
const inCustomer: InPlace = { by: 'place', of: 'customer', column: 'customer_id' };
const linked = (kind: LinkedKind) => ({
  table: linkedTables[kind],
  ways: [ownLink(kind), linkOf('group', kind), linkOf('device', kind)],
});

export const visibleNouns = {
  group: { table: 'groups', ways: [ownLink('group'), inGroup] },
  customer: { table: 'customers', ways: [{ by: 'account', column: 'customer_id' }, inGroup] },
  device: { table: 'devices', ways: [inGroup, inCustomer, ownLink('device')] },
  user: {
    table: 'users',
    ways: [
      { by: 'self' },
      { by: 'link of', of: 'user', table: 'user_users', ofColumn: 'user_id', column: 'managed_user_id' },
    ],
  },
  scheduledReport: { table: 'scheduled_reports', ways: [{ by: 'owner', column: 'user_id' }] },
  ...(Object.fromEntries(linkedKinds.map((kind) => [kind, linked(kind)])) as Record<
    AnyOwnersKind,
    ReturnType<typeof linked>
  >),
  calendar: {
    table: linkedTables.calendar,
    ways: [
      ownLink('calendar'),
      { by: 'name on', of: 'geofence', column: 'calendar_id' },
      { by: 'name on', of: 'notification', column: 'calendar_id' },
    ],
  },
} satisfies Record<VisibleNoun, { table: string; ways: Way[] }> &
  Record<PlaceNoun, { ways: (OwnLink | InPlace | OnAccount)[] }> & {
    device: { ways: (OwnLink | InPlace)[] };
  };
