import { en } from '@atalaia/phrases/en';
import { ptBr } from '@atalaia/phrases/pt-br';
import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { createTexts } from '../../../lib/texts/texts.ts';
import { isInUse, usesInWords } from './uses-in-words.ts';

async function wordsOf(language: 'pt-BR' | 'en') {
  const load = async () => (language === 'en' ? en : ptBr);
  return (await createTexts({ language, load, loadManagement: load, apply: () => {}, keep: () => {} })).get();
}

const refused = (details: object) => new ApiError('in-use', 409, { details: { ...details } });
const usedBy = [
  { noun: 'geofence', id: 1, name: 'Pátio' },
  { noun: 'notification', id: 2, name: 'alarm' },
  { noun: 'sinister', id: 3, name: '41' },
];

test('[CAL-01] a refused removal says what needs the thing, in words of the person', async () => {
  const portuguese = await wordsOf('pt-BR');
  expect(usesInWords(refused({ usedBy, count: 3 }), portuguese)).toEqual([
    'Cerca: Pátio',
    'Notificação: Alarme',
    'Sinistro: 41',
  ]);
  const english = await wordsOf('en');
  expect(usesInWords(refused({ usedBy, count: 5 }), english).slice(1)).toEqual([
    'Notification: Alarm',
    'Sinister: 41',
    'and 2 more',
  ]);
  expect(usesInWords(refused({ usedBy: [], count: 1 }), portuguese)).toEqual(['e mais 1']);
});

test('a refusal that names nothing gives no lines', async () => {
  expect(usesInWords(refused({}), await wordsOf('en'))).toEqual([]);
  expect([isInUse(refused({})), isInUse(new ApiError('not-found', 404)), isInUse(null)]).toEqual([
    true,
    false,
    false,
  ]);
});
