/** What `/admin/manage/{view}` and the top menus open, in the order of the menus (ROUTE-05, SHELL-03, SHELL-07). */
import type { Profile } from '@atalaia/domain/profile';
import { type RegisterNoun, registerNouns } from '../../../features/registers/register-nouns.ts';
import type { TextKey } from '../../../lib/texts/texts.ts';

export const manageViews = [...registerNouns, 'server', 'account'] as const;

export type ManageView = RegisterNoun | 'server' | 'account';

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
  server: 'menu.server',
  account: 'account.title',
});

const notFor: Partial<Record<ManageView, readonly Profile[]>> = {
  customers: ['fleet', 'client'],
  users: ['client'],
  server: ['monitor', 'fleet', 'client'],
};

/** Whether a profile has a view at all; where it has not, its address leads home (ROUTE-10). */
export function mayManage(view: ManageView, profile: Profile): boolean {
  return !notFor[view]?.includes(profile);
}

const stem = (spelling: string) => spelling.toLowerCase().replace(/s$/, '');

/** The view an address names, in singular or plural; undefined for none. */
export function manageViewOf(spelling: string | undefined): ManageView | undefined {
  if (!spelling) return undefined;
  return manageViews.find((view) => stem(view) === stem(spelling));
}
