import { readdirSync, readFileSync } from 'node:fs';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { expect, test } from 'vitest';
import { createFormats } from './formats.ts';

const features = new URL('../../features/', import.meta.url);

/** What a case keeps is the text that was there when it was written. */
const kept = /^sinisters\/(?!cockpit\/case-facts)/;

test('[UNIT-02] an address is shown as the person’s language has it; what has none shows what stands for nothing', () => {
  const inEnglish = createFormats(resolveSettings({}), 'en').address;
  expect(inEnglish('12 km do Recife, PE')).toBe('12 km from Recife, PE');
  expect(createFormats(resolveSettings({}), 'pt-BR').address('12 km do Recife, PE')).toBe(
    '12 km do Recife, PE',
  );
  for (const none of [null, undefined, '']) expect(inEnglish(none)).toBeUndefined();
});

test('[UNIT-02] no screen shows the address of a place as the server wrote it', () => {
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !kept.test(file));
  const shown =
    /(?<!address\()(?<!addressText\()\b(?:position|place|event|fix|alarm|listed)\??\.address\b(?![',])/g;
  const bare = files.flatMap((file) =>
    (readFileSync(new URL(file, features), 'utf8').match(shown) ?? []).map((found) => `${file}: ${found}`),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(bare).toEqual([]);
});
