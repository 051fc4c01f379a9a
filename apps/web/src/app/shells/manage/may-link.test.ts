import { linkableKinds } from '@atalaia/contract/accounts/linkable';
import { expect, test } from 'vitest';
import { mayLink } from './noun-texts.ts';

const monitor = { id: 7, administrator: false, readonly: false, limitCommands: false };
const switched = (person: typeof monitor, row: { id: number; administrator?: boolean }) =>
  linkableKinds.userId.filter((kind) => mayLink(person, 'userId', row, kind));

test('[ROLE-05] a person switches everything of whom he manages, and neither his own sight nor an administrator', () => {
  expect(switched(monitor, { id: 8 })).toEqual(linkableKinds.userId);
  expect(linkableKinds.userId.filter((kind) => !switched(monitor, { id: 7 }).includes(kind))).toEqual([
    'device',
    'group',
    'user',
  ]);
  expect(switched(monitor, { id: 9, administrator: true })).toEqual([]);
  expect(mayLink(monitor, 'deviceId', { id: 7 }, 'geofence')).toBe(true);
});

test('[ROLE-06] who is held to saved commands links none, and who only reads links nothing', () => {
  expect(mayLink({ ...monitor, limitCommands: true }, 'deviceId', { id: 1 }, 'command')).toBe(false);
  expect(mayLink({ ...monitor, limitCommands: true }, 'deviceId', { id: 1 }, 'driver')).toBe(true);
  expect(mayLink({ ...monitor, readonly: true }, 'deviceId', { id: 1 }, 'driver')).toBe(false);
});

test('an administrator switches everything, his flags notwithstanding', () => {
  const admin = { id: 7, administrator: true, readonly: true, limitCommands: true };
  expect(switched(admin, { id: 7, administrator: true })).toEqual(linkableKinds.userId);
});
