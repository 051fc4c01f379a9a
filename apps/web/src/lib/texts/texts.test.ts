import { enFirst } from '@atalaia/phrases/en-first';
import { enManagement } from '@atalaia/phrases/en-management';
import { enMap } from '@atalaia/phrases/en-map';
import type { Language } from '@atalaia/phrases/languages';
import { ptBrFirst } from '@atalaia/phrases/pt-br-first';
import { ptBrManagement } from '@atalaia/phrases/pt-br-management';
import { ptBrMap } from '@atalaia/phrases/pt-br-map';
import { expect, test } from 'vitest';
import { chosenLanguage, createTexts } from './texts.ts';

async function setUp(language: Language, failures = 0) {
  const loaded: Language[] = [];
  const applied: Language[] = [];
  const retained: Language[] = [];
  const managed: Language[] = [];
  let failing = failures;
  const texts = await createTexts({
    language,
    load: async (requested) => {
      loaded.push(requested);
      return requested === 'en' ? enFirst : ptBrFirst;
    },
    loadMap: async (requested) => (requested === 'en' ? enMap : ptBrMap),
    loadManagement: async (requested) => {
      failing -= 1;
      if (failing >= 0) throw new Error('no answer');
      managed.push(requested);
      return requested === 'en' ? enManagement : ptBrManagement;
    },
    apply: (shown) => applied.push(shown),
    keep: (chosen) => retained.push(chosen),
  });
  return { texts, loaded, applied, retained, managed };
}

test('[AUTH-12] Portuguese by default, English for an English browser, and what a person chose before both', () => {
  expect(chosenLanguage(null, 'fr-FR')).toBe('pt-BR');
  expect(chosenLanguage(null, undefined)).toBe('pt-BR');
  expect(chosenLanguage(null, 'en-GB')).toBe('en');
  expect(chosenLanguage('pt-BR', 'en-GB')).toBe('pt-BR');
  expect(chosenLanguage('nonsense', 'en')).toBe('en');
});

test('[AUTH-12] switching loads the other language once, shows it and keeps the choice', async () => {
  const { texts, loaded, applied, retained } = await setUp('pt-BR');
  expect(loaded).toEqual(['pt-BR']);
  expect(retained).toEqual([]);
  const before = texts.get().text('login.password');
  await texts.choose('en');
  expect([before, texts.get().text('login.password')]).toEqual(['Senha', 'Password']);
  await texts.choose('pt-BR');
  await texts.choose('en');
  expect(loaded).toEqual(['pt-BR', 'en']);
  expect(applied).toEqual(['pt-BR', 'en', 'pt-BR', 'en']);
  expect(retained).toEqual(['en', 'pt-BR', 'en']);
});

test('values are filled in as they are, and a count chooses one or several', async () => {
  const { texts } = await setUp('pt-BR');
  await texts.needMap();
  const { text } = texts.get();
  expect(text('panel.title', { name: '<b> & {{x}}' })).toContain('<b> & {{x}}');
  expect(text('time.daysAgo', { count: 1 })).toBe('há 1 dia');
  expect(text('time.daysAgo', { count: 3 })).toBe('há 3 dias');
  // Portuguese has a form of its own for whole millions, which takes the one for several
  expect(text('time.daysAgo', { count: 2_000_000 })).toBe('há 2000000 dias');
  const english = (await setUp('en')).texts.get();
  expect([0, 1, 2].map((count) => english.text('time.daysAgo', { count }))).toEqual([
    '0 days ago',
    '1 day ago',
    '2 days ago',
  ]);
});

test('a key made from data that has no text gives what stands for it', async () => {
  const { texts } = await setUp('en');
  await texts.needMap();
  const { textOr } = texts.get();
  expect(textOr('alarm.sos', 'sos')).toBe('SOS/Panic');
  expect(textOr('alarm.ofTomorrow', 'ofTomorrow')).toBe('ofTomorrow');
});

test('texts of the map come when they are needed, tell what is shown already, and follow the language', async () => {
  const { texts } = await setUp('pt-BR');
  let told = 0;
  texts.subscribe(() => told++);
  const before = texts.get();
  expect([texts.hasMap(), before.textOr('map.title', '?')]).toEqual([false, '?']);
  await Promise.all([texts.needMap(), texts.needMap()]);
  expect([texts.hasMap(), told, texts.get() === before]).toEqual([true, 1, false]);
  expect(texts.get().text('map.title')).toBe(ptBrMap['map.title']);
  const choosing = texts.choose('en');
  await choosing;
  expect([texts.hasMap(), texts.get().text('map.title')]).toEqual([true, enMap['map.title']]);
});

test('texts of the management come when they are needed, and from then on in every language', async () => {
  const { texts, managed } = await setUp('pt-BR');
  expect(texts.get().textOr('list.add', '?')).toBe('?');
  await texts.choose('en');
  expect(managed).toEqual([]);
  await Promise.all([texts.awaitManagement(), texts.awaitManagement()]);
  expect(managed).toEqual(['en']);
  expect(texts.get().text('list.add')).toBe('Add [F1]');
  await texts.choose('pt-BR');
  expect(managed).toEqual(['en', 'pt-BR']);
  expect(texts.get().text('list.add')).toBe('Adicionar [F1]');
});

test('[APP-02] without a keyboard no key is named beside what it does', async () => {
  const texts = await createTexts({
    language: 'en',
    namesKeys: false,
    load: async () => ({
      ...{ 'list.add': 'Add [F1]', 'list.remove': 'Remove [ctrl+r]', 'list.back': 'Back [ESC]' },
      'list.title': 'A [B]',
    }),
    loadMap: async () => ({}),
    loadManagement: async () => ({}),
    apply: () => undefined,
    keep: () => undefined,
  });
  const { textOr } = texts.get();
  expect(['list.add', 'list.remove', 'list.back', 'list.title'].map((key) => textOr(key, '?'))).toEqual([
    'Add',
    'Remove',
    'Back',
    'A [B]',
  ]);
});

test('[ERR-03] texts that did not come are asked for again when somebody tries again, and not before', async () => {
  const { texts } = await setUp('pt-BR', 1);
  const awaited = texts.awaitManagement();
  await expect(awaited).rejects.toThrow('no answer');
  expect(texts.awaitManagement()).toBe(awaited);
  texts.askAgain();
  const again = texts.awaitManagement();
  await again;
  expect(texts.get().text('list.remove')).toBe('Remover [ctrl+r]');
  // what is there is waited for no second time
  texts.askAgain();
  expect(texts.awaitManagement()).toBe(again);
});

/** What is asked of the map's file, answered one after the other. */
async function withMapFile(withMap: boolean) {
  const first = Promise.withResolvers<Record<string, string>>();
  const map: PromiseWithResolvers<Record<string, string>>[] = [];
  const coming = createTexts({
    language: 'en',
    withMap,
    load: () => first.promise,
    loadMap: () => {
      const answer = Promise.withResolvers<Record<string, string>>();
      map.push(answer);
      return answer.promise;
    },
    loadManagement: async () => ({}),
    apply: () => undefined,
    keep: () => undefined,
  });
  return { first, map, coming };
}

test('texts of the map that are needed first come beside the first ones; without them the page starts, and its screen asks once more', async () => {
  const { first, map, coming } = await withMapFile(true);
  expect(map).toHaveLength(1);
  first.resolve(enFirst);
  map[0]?.reject(new Error('no answer'));
  const texts = await coming;
  expect([texts.hasMap(), texts.get().text('login.password')]).toEqual([false, 'Password']);
  const shown = texts.awaitMap();
  expect(map).toHaveLength(2);
  map[1]?.resolve(enMap);
  await shown;
  expect([texts.hasMap(), texts.get().text('map.title')]).toEqual([true, enMap['map.title']]);
});

test('[ERR-03] a screen that waits for what is fetched ahead asks once more where that fails', async () => {
  const { first, map, coming } = await withMapFile(false);
  first.resolve(enFirst);
  const texts = await coming;
  expect(map).toHaveLength(0);
  const ahead = texts.needMap();
  const shown = texts.awaitMap();
  map[0]?.reject(new Error('no answer'));
  await expect(ahead).rejects.toThrow('no answer');
  await expect.poll(() => map.length).toBe(2);
  map[1]?.reject(new Error('none again'));
  await expect(shown).rejects.toThrow('none again');
  expect(texts.awaitMap()).toBe(shown);
  expect(map).toHaveLength(2);
});
