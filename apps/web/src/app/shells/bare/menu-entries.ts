/** What the top menu of clients and fleets offers (SHELL-07). */
import type { Profile } from '@atalaia/domain/catalog/profile';
import { mdiFileChartOutline, mdiSendOutline } from '@mdi/js';
import type { TextKey } from '../../../lib/texts/texts.ts';
import { type ManageView, mayManage, menuOf, viewTitles } from '../manage/manage-views.ts';
import { viewIcons } from '../manage/view-icons.ts';
import type { ShellWindow } from '../shell-dialogs.tsx';

export interface MenuEntry {
  readonly opens: ShellWindow;
  readonly title: TextKey;
  readonly icon: string;
}

/** The few that are wanted daily; the menu's fifth entry holds the others. */
const first: Readonly<Record<Profile, readonly ShellWindow[]>> = {
  client: ['device', 'notifications', 'geofences', 'report'],
  fleet: ['device', 'drivers', 'notifications', 'report'],
  // they have another shell
  admin: [],
  monitor: [],
};

const views: readonly ManageView[] = [
  'device',
  'groups',
  'users',
  'geofences',
  'drivers',
  'notifications',
  'calendars',
  'maintenance',
  'sinister',
];

const entryOf = (view: ManageView): MenuEntry => ({
  opens: view,
  title: viewTitles[view],
  icon: viewIcons[view],
});

/** All of a profile, in the order of the menu; the account and signing out are separate. A client sends commands, a fleet has users. */
function entriesOf(profile: Profile): readonly MenuEntry[] {
  const command: MenuEntry = { opens: 'command', title: 'menu.sendCommand', icon: mdiSendOutline };
  return [
    ...views.filter((view) => mayManage(view, profile)).map(entryOf),
    { opens: 'report', title: 'menu.newReport', icon: mdiFileChartOutline },
    ...(profile === 'client' ? [command] : []),
    ...menuOf(profile).more.map(entryOf),
  ];
}

/** What the menu shows at once. */
export function menuEntries(profile: Profile): readonly MenuEntry[] {
  const all = entriesOf(profile);
  return first[profile].flatMap((name) => all.find(({ opens }) => opens === name) ?? []);
}

/** What is behind the menu's last entry. */
export function moreEntries(profile: Profile): readonly MenuEntry[] {
  return entriesOf(profile).filter(({ opens }) => !first[profile].includes(opens));
}
