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
  const opened = (profile: 'fleet' | 'client') => menuEntries(profile).map(({ opens }) => opens);
  expect(opened('fleet').sort()).toEqual([...both, 'users'].sort());
  expect(opened('client').sort()).toEqual([...both, 'command'].sort());
});

test('[SHELL-07] what the source has not stands apart from its menu, and nothing of an administrator is in it', () => {
  const opened = (profile: 'fleet' | 'client') => moreEntries(profile).map(({ opens }) => opens);
  for (const profile of ['fleet', 'client'] as const) {
    expect(opened(profile)).toContain('sharing');
    expect(opened(profile)).not.toContain('audit');
    expect(opened(profile)).not.toContain('server');
  }
});
