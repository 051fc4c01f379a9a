import { expect, test } from 'vitest';
import { menuEntries, moreEntries } from './menu-entries.ts';

const both = [
  'device',
  'groups',
  'geofences',
  'drivers',
  'notifications',
  'calendars',
  'maintenance',
  'sinister',
  'report',
];

test('[SHELL-07] a fleet manages users and sends no commands; a client the other way round', () => {
  const opened = (profile: 'fleet' | 'client') =>
    [...menuEntries(profile), ...moreEntries(profile)].map(({ opens }) => opens);
  expect(opened('fleet')).toEqual(expect.arrayContaining([...both, 'users', 'sharing']));
  expect(opened('fleet')).not.toContain('command');
  expect(opened('client')).toEqual(expect.arrayContaining([...both, 'command', 'sharing']));
  expect(opened('client')).not.toContain('users');
  for (const profile of ['fleet', 'client'] as const) {
    const all = opened(profile);
    expect(new Set(all).size).toBe(all.length);
    for (const view of ['audit', 'server', 'account']) expect(all).not.toContain(view);
  }
});

test('[SHELL-07] [APP-02] the menu has five entries: four that are wanted daily, and one for all others', () => {
  expect(menuEntries('client').map(({ opens }) => opens)).toEqual([
    'device',
    'notifications',
    'geofences',
    'report',
  ]);
  expect(menuEntries('fleet').map(({ opens }) => opens)).toEqual([
    'device',
    'drivers',
    'notifications',
    'report',
  ]);
});
