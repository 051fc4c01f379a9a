import { protocolSettings } from '@atalaia/domain/devices/protocol-settings';
import { hasPhrase } from '@atalaia/phrases/phrases';
import { expect, test } from 'vitest';
import {
  protocolsOfModel,
  settingFields,
  settingInput,
  settingsSchema,
  settingValues,
  type WithSettings,
} from './protocol-setting-fields.ts';

type Values = WithSettings & { readonly model: string };

const fields = settingFields<Values>();

const shown = (values: Partial<Values>): string[] =>
  fields
    .filter(({ when }) =>
      when?.({ model: '', settingsOf: '', settings: settingValues({}), ...values }, {} as never),
    )
    .map(({ name }) => name);

const namesOf = (protocol: string) =>
  protocolSettings.flatMap(({ protocols, key }) =>
    (protocols as readonly string[]).includes(protocol) ? [`settings.${key}`] : [],
  );

test('[DEV-03] every setting has its field with label and help in words', () => {
  const keys = fields.flatMap(({ label, hint }) => [label, hint ?? '']);
  expect(keys.filter((key) => !hasPhrase(key))).toEqual([]);
  expect(fields.length).toBe(protocolSettings.length + 1);
});

test('[DEV-03] the settings shown are those of the protocol that the model speaks, or that is chosen', () => {
  expect(shown({})).toEqual([]);
  expect(shown({ model: 'suntech ST340' })).toEqual(namesOf('suntech'));
  expect(shown({ model: 'GT06N' })).toEqual(namesOf('gt06'));
  expect(shown({ model: 'GT06N', settingsOf: 'suntech' })).toEqual(namesOf('suntech'));
  expect(protocolsOfModel('nobody’s')).toEqual([]);
});

test('[DEV-03] a setting that is set is shown whatever the model', () => {
  expect(shown({ settings: settingValues({ 'gt06.language': false }) })).toEqual(['settings.gt06.language']);
});

test('[DEV-03] settings are stored in their own kind, and one that nobody touched as it came', () => {
  const before = { 'gt06.alternative': 'yes', 'suntech.prefix': 'SA200', 'gt06.language': true };
  expect(settingInput(settingValues(before), before)).toEqual(before);
  const typed = {
    gt06: { alternative: 'false', language: '' },
    suntech: { prefix: 'ST300', universal: 'true' },
  };
  expect(settingInput(typed, before)).toEqual({
    'gt06.alternative': false,
    'suntech.prefix': 'ST300',
    'suntech.universal': true,
  });
  expect(settingsSchema.safeParse(settingValues(before)).success).toBe(true);
});
