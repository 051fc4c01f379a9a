import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { enFirst } from './en-first.ts';
import { enManagement } from './en-management.ts';
import { enMap } from './en-map.ts';
import { hasPhrase, languageFrom, languages, type PhraseKey, phrasesFor } from './phrases.ts';
import { ptBrFirst } from './pt-br-first.ts';
import { ptBrManagement } from './pt-br-management.ts';
import { ptBrMap } from './pt-br-map.ts';

const portuguese = phrasesFor('pt-BR');
const english = phrasesFor('en');
const keys = Object.keys(portuguese) as PhraseKey[];

const areaFiles = readdirSync(new URL('./pt-br/', import.meta.url), {
  recursive: true,
  encoding: 'utf8',
}).filter((file) => file.endsWith('.ts'));
const areas: Record<string, object>[] = await Promise.all(areaFiles.map((file) => import(`./pt-br/${file}`)));

const placeholders = (text: string) => [...new Set(text.match(/\{\{.*?\}\}/g) ?? [])].sort();

test('every text exists in both languages, and no other', () => {
  expect(Object.keys(english).sort()).toEqual([...keys].sort());
  expect(keys.length).toBeGreaterThan(900);
});

test('no text is empty or has blanks around it', () => {
  for (const language of languages) {
    const texts = phrasesFor(language);
    expect(keys.filter((key) => texts[key].trim() === '' || texts[key] !== texts[key].trim())).toEqual([]);
  }
});

test('English calls a sinister an incident', () => {
  expect(keys.filter((key) => /sinister/i.test(english[key]))).toEqual([]);
});

test('[USR-02] a text calls a person’s attribute as the form does, and not by its key', () => {
  const named = ['full_control_client_id', 'full_control_secret_id', 'apiKeySeller'] as const;
  for (const language of languages) {
    const texts = phrasesFor(language);
    expect(keys.filter((key) => /full_control_|apiKeySeller/.test(texts[key]))).toEqual([]);
    for (const key of named) {
      const label = texts[`userAttribute.${key}`];
      const others = keys.filter((other) => texts[other].includes(`“${label}”`));
      expect(others, label).not.toEqual([]);
    }
  }
});

test('what is not known to have been sent is said of a link and of an invitation in the same words', () => {
  for (const language of languages) {
    const texts = phrasesFor(language);
    const [, verb] = /^(.+?) (?:o|the) /.exec(texts['auditAction.reset-unsure']) ?? [];
    expect(texts['auditAction.invitation-unsure']).toContain(`${verb} `);
  }
});

test('a text takes the same values in both languages', () => {
  const differing = keys.filter(
    (key) => `${placeholders(portuguese[key])}` !== `${placeholders(english[key])}`,
  );
  expect(differing).toEqual([]);
  const malformed = keys.filter((key) => /[{}]/.test(portuguese[key].replace(/\{\{\w+\}\}/g, '')));
  expect(malformed).toEqual([]);
});

test('a text with plurals has both forms, and both count', () => {
  const plurals = keys.filter((key) => /_(one|other)$/.test(key));
  expect(plurals.length).toBeGreaterThan(0);
  for (const key of plurals) {
    const pair = key.replace(/_\w+$/, '');
    expect([hasPhrase(`${pair}_one`), hasPhrase(`${pair}_other`), hasPhrase(pair)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(placeholders(portuguese[key])).toContain('{{count}}');
  }
});

test('keys are flat, area and name, and no two areas share one', () => {
  expect(keys.filter((key) => !/^[a-zA-Z]+(\.[\w-]+)+$/.test(key))).toEqual([]);
  const inAreas = areas.flatMap((area) => Object.values(area).flatMap((texts) => Object.keys(texts)));
  expect(inAreas.length).toBe(new Set(inAreas).size);
  expect(inAreas.sort()).toEqual([...keys].sort());
});

test('what comes first, with the map and with the management are apart, and all of it is in one of them', () => {
  const [first, map, management] = [ptBrFirst, ptBrMap, ptBrManagement].map(Object.keys) as [
    string[],
    string[],
    string[],
  ];
  // a text of two of them would be here twice
  expect([...first, ...map, ...management].sort()).toEqual([...keys].sort());
  expect(Object.keys(enFirst).sort()).toEqual(first.sort());
  expect(Object.keys(enMap).sort()).toEqual(map.sort());
  expect(Object.keys(enManagement).sort()).toEqual(management.sort());
});

test('no English text was left in Portuguese', () => {
  const names = /^(state\.|language\.)/;
  expect(keys.filter((key) => /[ãõçáéíóúâêô]/i.test(english[key]) && !names.test(key))).toEqual([]);
});

test('the browser speaks English or gets Portuguese', () => {
  expect(['en', 'en-US', 'EN-gb', 'en_GB'].map(languageFrom)).toEqual(Array(4).fill('en'));
  expect(['pt-BR', 'pt', 'es', 'eng', '', null, undefined].map(languageFrom)).toEqual(Array(7).fill('pt-BR'));
});
