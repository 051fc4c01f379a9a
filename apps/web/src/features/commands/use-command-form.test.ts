import { type CommandTypeEntry, sendCommandSchema } from '@atalaia/contract/devices/command';
import { expect, test } from 'vitest';
import { type CommandDraft, checkDraft, commandOf, emptyDraft, savedCommandOf } from './use-command-form.ts';

const connection: CommandTypeEntry = {
  type: 'setConnection',
  parameters: [
    { name: 'server', key: 'server', valueType: 'string' },
    { name: 'port', key: 'port', valueType: 'number', minimum: 1, maximum: 65_535 },
    { name: 'enable', key: 'enable', valueType: 'boolean' },
  ],
};
const draftOf = (values: CommandDraft['values']): CommandDraft => ({
  ...emptyDraft,
  deviceId: '7',
  type: 'setConnection',
  values,
});

test('[CMD-03] device and type are asked for together', () => {
  expect([...checkDraft(emptyDraft, undefined)]).toEqual([
    ['device', { key: 'form.required' }],
    ['type', { key: 'command.typeRequired' }],
  ]);
});

test('[CMD-01] [CMD-02] every parameter is checked by its kind and bounds', () => {
  const wrongs = (port: string) => [...checkDraft(draftOf({ server: 'a.b', port }), connection)];
  expect(wrongs('5023')).toEqual([]);
  expect(wrongs('0')).toEqual([['port', { key: 'form.atLeast', values: { minimum: 1 } }]]);
  expect(wrongs('65536')).toEqual([['port', { key: 'form.atMost', values: { maximum: 65_535 } }]]);
  expect(wrongs('80.5')).toEqual([['port', { key: 'form.notWhole' }]]);
  expect([...checkDraft(draftOf({ server: ' ' }), connection).keys()]).toEqual(['server', 'port']);
});

test('what is sent holds numbers as numbers and switches as yes or no, and nothing of another type', () => {
  const sent = commandOf(draftOf({ server: ' a.b ', port: '5023', data: 'of another type' }), connection);
  expect(sent).toEqual({
    deviceId: 7,
    type: 'setConnection',
    textChannel: false,
    attributes: { server: 'a.b', port: 5023, enable: false },
  });
  expect(sendCommandSchema.parse(sent)).toEqual(sent);
  expect(commandOf(draftOf({}), connection, 'roubo').confirmation).toEqual({ reason: 'roubo' });
});

test('[CMD-01] [CMD-03] a saved command needs no type and is sent by its number alone', () => {
  const saved: CommandDraft = { ...emptyDraft, deviceId: '7', savedId: '4' };
  expect(checkDraft(saved, undefined).size).toBe(0);
  expect(savedCommandOf(saved)).toEqual({ id: 4, deviceId: 7 });
  expect(savedCommandOf(saved, 'roubo')).toEqual({ id: 4, deviceId: 7, confirmation: { reason: 'roubo' } });
  expect(savedCommandOf(draftOf({}))).toBeUndefined();
});

test('[ROLE-06] an account limited to saved commands is asked for one, and not for a type', () => {
  expect([...checkDraft({ ...emptyDraft, deviceId: '7' }, undefined, true)]).toEqual([
    ['saved', { key: 'command.savedRequired' }],
  ]);
});
