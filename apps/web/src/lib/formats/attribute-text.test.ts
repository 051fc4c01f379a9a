import { numberedAttributes, positionAttributes } from '@atalaia/domain/attributes/position-attributes';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { en } from '@atalaia/phrases/en';
import { ptBr } from '@atalaia/phrases/pt-br';
import { expect, test } from 'vitest';
import { createTexts } from '../texts/texts.ts';
import { attributeLabel, attributeOrder, attributeValue } from './attribute-text.ts';
import { createFormats } from './formats.ts';

const settings = resolveSettings({});
const labelsOf = async (language: 'pt-BR' | 'en') => {
  const load = async () => (language === 'en' ? en : ptBr);
  const texts = (
    await createTexts({
      language,
      load,
      loadMap: load,
      loadManagement: load,
      apply: () => {},
      keep: () => {},
    })
  ).get();
  return { texts, formats: createFormats(settings, language) };
};

const everyKey = [
  ...Object.entries(positionAttributes),
  ...Object.entries(numberedAttributes).map(([family, meaning]) => [`${family}7`, meaning] as const),
];

test.each(['pt-BR', 'en'] as const)(
  '[UNIT-04] every attribute of the catalogue has a label, a value and its unit in %s',
  async (language) => {
    const { texts, formats } = await labelsOf(language);
    const labels = new Set<string>();
    for (const [key, { valueType, dataType }] of everyKey.map(
      ([key, meaning]) => [key, { dataType: undefined, ...meaning }] as const,
    )) {
      const label = attributeLabel(key, texts.text);
      expect(label).not.toMatch(/^attribute\.|\{\{|^\s*$/);
      labels.add(label);
      const sample = { number: 42, boolean: true, string: 'sample' }[valueType];
      const value = attributeValue(key, sample, formats, texts);
      if (valueType === 'boolean') expect(value).toBe(language === 'en' ? 'Yes' : 'Sim');
      if (valueType === 'string') expect(value).toBe('sample');
      if (dataType) expect(value).toMatch(/ (km|m|km\/h|L|L\/h|V|%|°C)$/);
      else if (valueType === 'number') expect(value).toBe('42');
    }
    // No two are called the same.
    expect(labels.size).toBe(everyKey.length);
  },
);

test('[UNIT-04] alarms are called by their names, and what is in no catalogue is shown as it came', async () => {
  const { texts, formats } = await labelsOf('pt-BR');
  expect(attributeValue('alarm', 'sos,ofTomorrow', formats, texts)).toBe('SOS/Pânico, ofTomorrow');
  expect(attributeLabel('temp2', texts.text)).toBe('Temperatura 2');
  expect(attributeLabel('madeUp', texts.text)).toBe('madeUp');
  expect(attributeValue('madeUp', { deep: [1] }, formats, texts)).toBe('{"deep":[1]}');
  expect(attributeValue('madeUp', null, formats, texts)).toBe('null');
});

test('attributes stand in the order of the catalogue, others after it', () => {
  expect(attributeOrder(['zeta', 'temp1', 'ignition', 'sat', 'index'])).toEqual([
    'index',
    'sat',
    'ignition',
    'temp1',
    'zeta',
  ]);
});
