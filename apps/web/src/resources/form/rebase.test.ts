import { expect, test } from 'vitest';
import { differing } from './edit-conflict.tsx';

const read = (values: unknown, name: string) => (values as Record<string, unknown>)[name];
const names = ['name', 'plate', 'alarms'];

test('what the other changed is told; contested where both did, and what both typed alike is no matter', () => {
  const base = { name: 'A', plate: 'P', alarms: ['sos'] };
  const mine = { name: 'B', plate: 'P', alarms: ['sos', 'tow'] };
  const theirs = { name: 'C', plate: 'Q', alarms: ['sos', 'tow'] };
  expect(differing(names, base, mine, theirs, read)).toEqual([
    { name: 'name', mine: 'B', theirs: 'C', isContested: true },
    { name: 'plate', mine: 'P', theirs: 'Q', isContested: false },
  ]);
});

test('[COM-01] what holds other fields is compared by them, so that taking one takes no other along', () => {
  const nested = (values: unknown, name: string) =>
    name.split('.').reduce((one, key) => (one as Record<string, unknown>)[key], values);
  const base = { mail: { subject: '', body: '' } };
  const found = differing(
    ['mail.subject', 'mail.body', 'mail'],
    ...([
      base,
      { mail: { subject: '', body: 'mine' } },
      { mail: { subject: 'theirs', body: '' } },
      nested,
    ] as const),
  );
  expect(found).toEqual([{ name: 'mail.subject', mine: '', theirs: 'theirs', isContested: false }]);
});

test('what only this person changed is his, and told to nobody', () => {
  const base = { name: 'A', plate: 'P', alarms: [] };
  expect(differing(names, base, { ...base, name: 'B' }, { ...base, alarms: [] }, read)).toEqual([]);
});
