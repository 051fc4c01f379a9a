/** What `/admin/manage/{view}` and the top menus open, in the order of the menus (ROUTE-05, SHELL-03, SHELL-07). */
import type { Profile } from '@atalaia/domain/catalog/profile';
import type { TextKey } from '../../../lib/texts/texts.ts';

/** The nouns that have a list, as `/admin/manage/{view}` writes them. */
const resourceNouns = [
  'sinister',
  'customers',
  'device',
  'users',
  'groups',
  'geofences',
  'drivers',
  'notifications',
  'calendars',
  'maintenance',
  'attributes',
  'commands',
  'responders',
  'scheduled-reports',
  'mirrors',
  'campaigns',
  'companies',
] as const;

export type ResourceNoun = (typeof resourceNouns)[number];

export const manageViews = [
  ...resourceNouns,
  'desk',
  'unknown-trackers',
  'fleet-control',
  'reconciliation',
  'contacts',
  'contact-requests',
  'sharing',
  'handled-events',
  'audit',
  'server',
  'account',
  'sessions',
] as const;

export type ManageView =
  | ResourceNoun
  | 'desk'
  | 'unknown-trackers'
  | 'fleet-control'
  | 'reconciliation'
  | 'contacts'
  | 'contact-requests'
  | 'sharing'
  | 'handled-events'
  | 'audit'
  | 'server'
  | 'account'
  | 'sessions';

/** Those of the source's menu, which has an entry for each (SHELL-03). */
const sourceViews: ReadonlySet<ManageView> = new Set<ManageView>([
  'sinister',
  'customers',
  'device',
  'users',
  'groups',
  'geofences',
  'drivers',
  'notifications',
  'calendars',
  'maintenance',
]);

/** They have places of their own: the server is the last entry, the others are in the person's menu. */
const ownPlaces: ReadonlySet<ManageView> = new Set<ManageView>(['server', 'account', 'sessions']);

export const viewTitles: Readonly<Record<ManageView, TextKey>> = Object.freeze({
  sinister: 'menu.sinister',
  customers: 'menu.customers',
  device: 'menu.devices',
  users: 'menu.users',
  groups: 'menu.groups',
  geofences: 'menu.geofences',
  drivers: 'menu.drivers',
  notifications: 'menu.notifications',
  calendars: 'menu.calendars',
  maintenance: 'menu.maintenance',
  attributes: 'menu.computedAttributes',
  commands: 'menu.savedCommands',
  responders: 'menu.responders',
  'scheduled-reports': 'menu.scheduledReports',
  mirrors: 'menu.mirrors',
  campaigns: 'menu.campaigns',
  companies: 'menu.companies',
  desk: 'menu.deskAdministration',
  'unknown-trackers': 'menu.unknownTrackers',
  'fleet-control': 'menu.fleetControl',
  reconciliation: 'menu.reconciliation',
  contacts: 'menu.contacts',
  'contact-requests': 'menu.contactRequests',
  sharing: 'menu.sharing',
  'handled-events': 'menu.handledEvents',
  audit: 'menu.audit',
  server: 'menu.server',
  account: 'account.title',
  sessions: 'menu.sessions',
});

const notFor: Partial<Record<ManageView, readonly Profile[]>> = {
  customers: ['fleet', 'client'],
  users: ['client'],
  attributes: ['fleet', 'client'],
  responders: ['fleet', 'client'],
  commands: ['fleet', 'client'],
  mirrors: ['monitor', 'fleet', 'client'],
  campaigns: ['monitor', 'fleet', 'client'],
  companies: ['monitor', 'fleet', 'client'],
  desk: ['monitor', 'fleet', 'client'],
  'unknown-trackers': ['monitor', 'fleet', 'client'],
  'fleet-control': ['fleet', 'client'],
  reconciliation: ['fleet', 'client'],
  // the centre has those of each customer in the list of customers
  contacts: ['admin', 'monitor'],
  'contact-requests': ['fleet', 'client'],
  'handled-events': ['fleet', 'client'],
  audit: ['monitor', 'fleet', 'client'],
  server: ['monitor', 'fleet', 'client'],
};

/** Whether a profile has a view at all; where it has not, its address leads home (ROUTE-10). */
export function mayManage(view: ManageView, profile: Profile): boolean {
  return !notFor[view]?.includes(profile);
}

/** The menu's entries before the server's, and what is together behind its last one. */
export function menuOf(profile: Profile): {
  readonly views: readonly ManageView[];
  readonly more: readonly ManageView[];
} {
  const allowed = manageViews.filter((view) => mayManage(view, profile) && !ownPlaces.has(view));
  return {
    views: allowed.filter((view) => sourceViews.has(view)),
    more: allowed.filter((view) => !sourceViews.has(view)),
  };
}

/** Where a row's page is, or another view of it. */
export const addressOfRecord = (view: ManageView, rowId: number, kind = 'record') => ({
  path: `/admin/manage/${view}`,
  state: { subView: { kind, rowId } },
});

const stem = (spelling: string) => spelling.toLowerCase().replace(/s$/, '');

/** The view an address names, in singular or plural; undefined for none. */
export function manageViewOf(spelling: string | undefined): ManageView | undefined {
  if (!spelling) return undefined;
  return manageViews.find((view) => stem(view) === stem(spelling));
}
