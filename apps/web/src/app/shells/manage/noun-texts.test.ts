import type { Linkable } from '@atalaia/contract/accounts/linkable';
import { phrasesFor } from '@atalaia/phrases/phrases';
import { expect, test } from 'vitest';
import { createTexts } from '../../../lib/texts/texts.ts';
import { detailOfLinkable, nameOfLinkable, originOf } from './noun-texts.ts';

const texts = await createTexts({
  language: 'pt-BR',
  load: async (language) => phrasesFor(language),
  loadMap: async (language) => phrasesFor(language),
  loadManagement: async (language) => phrasesFor(language),
  apply: () => {},
  keep: () => {},
});
const labels = texts.get();
const row = (values: Partial<Linkable>): Linkable => ({
  id: 1,
  name: 'x',
  detail: null,
  linked: false,
  inherited: null,
  ...values,
});

test('[PERM-01] notifications and saved commands are called by what they do', () => {
  const notification = row({ name: 'alarm', detail: 'sos,powerCut,web,mail' });
  expect(nameOfLinkable('notification', notification, labels)).toBe('Alarme');
  expect(detailOfLinkable('notification', notification, labels)).toBe(
    'SOS/Pânico, Alimentação cortada, Web, E-mail',
  );
  const command = row({ name: '', detail: 'engineStop' });
  expect(nameOfLinkable('command', command, labels)).toBe(labels.text('commandType.engineStop'));
  expect(nameOfLinkable('command', row({ name: 'Cortar', detail: 'engineStop' }), labels)).toBe('Cortar');
  expect(nameOfLinkable('notification', row({ name: 'tomorrow' }), labels)).toBe('tomorrow');
});

test('[PERM-01] what is inherited says from which group or customer, as far as the person may know', () => {
  const from = (inherited: Linkable['inherited']) => originOf(row({ inherited }), labels)?.label;
  expect(from({ from: 'group', id: 1, name: 'Frota' })).toBe('Herdado de Frota');
  expect(from({ from: 'group', id: 1, name: null })).toBe('Herdado de um grupo');
  expect(from({ from: 'customer', id: 1, name: 'Ana' })).toBe('Herdado do cliente Ana');
  expect(from({ from: 'customer', id: 1, name: null })).toBe('Herdado do cliente');
  expect(from(null)).toBeUndefined();
});
