import { readdirSync, readFileSync } from 'node:fs';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { expect, test } from 'vitest';
import { createFormats } from './formats.ts';

const features = new URL('../../features/', import.meta.url);

test('[UNIT-02] an address is shown as the person’s language has it; what has none shows what stands for nothing', () => {
  const inEnglish = createFormats(resolveSettings({}), 'en').address;
  expect(inEnglish('12 km do Recife, PE')).toBe('12 km from Recife, PE');
  expect(createFormats(resolveSettings({}), 'pt-BR').address('12 km do Recife, PE')).toBe(
    '12 km do Recife, PE',
  );
  expect(inEnglish("16 km de l'Escala, Espanha")).toBe("16 km from l'Escala, Espanha");
  for (const none of [null, undefined, '']) expect(inEnglish(none)).toBeUndefined();
});

test.each([
  '5 km de terra, GO',
  '5 km de estrada de terra, depois da porteira',
  '0 km de Goiânia, GO',
  'km 12 de Serra, ES',
])('[UNIT-02] what a person typed is shown as he typed it, whoever reads it: %s', (typed) => {
  expect(createFormats(resolveSettings({}), 'en').address(typed)).toBe(typed);
});

test('[UNIT-02] no screen shows the address of a place as the server wrote it', () => {
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  // what is sent on, or looked at whether it is there, is not shown
  const shown =
    /(?<!address\()(?<!addressText\()\b(?:(?:position|place|event|fix|alarm|listed)\??\.address|(?!values)\w+\??\.(?:opening|closing)Address)\b(?![',]| \?\? null| &&)/g;
  const bare = files.flatMap((file) =>
    (readFileSync(new URL(file, features), 'utf8').match(shown) ?? []).map((found) => `${file}: ${found}`),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(bare).toEqual([]);
});
