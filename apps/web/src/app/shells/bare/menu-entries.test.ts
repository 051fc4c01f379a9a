import { expect, test } from 'vitest';
import { menuEntries } from './menu-entries.ts';

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
