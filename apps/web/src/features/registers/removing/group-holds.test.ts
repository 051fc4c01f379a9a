import { ptBr } from '@atalaia/phrases/pt-br';
import { expect, test } from 'vitest';
import { createApiClient } from '../../../lib/api/api-client.ts';
import { createTexts } from '../../../lib/texts/texts.ts';
import { groupHolds } from './group-holds.ts';

const load = async () => ptBr;
const { text } = (
  await createTexts({ language: 'pt-BR', load, loadManagement: load, apply: () => {}, keep: () => {} })
).get();

/** A server whose every group holds so much. */
function serverOf(counts: Readonly<Record<string, number>>) {
  return createApiClient({
    root: 'http://here/',
    token: () => null,
    onRefused: () => {},
    fetch: async (address) => {
      const { pathname, searchParams } = new URL(String(address));
      expect([searchParams.get('groupId'), searchParams.get('limit')]).toEqual(['7', '1']);
      const count = counts[pathname.slice(1)] ?? 0;
      return Response.json(count ? [{ id: 1 }] : [], { headers: { 'x-total-count': String(count) } });
    },
  });
}

const holds = (counts: Readonly<Record<string, number>>) =>
  groupHolds(serverOf(counts), 7, text, new AbortController().signal);

test('[GRP-01] before a group is removed it is said how many devices and groups lose it', async () => {
  expect(await holds({ devices: 12, groups: 1 })).toEqual([
    '12 dispositivos estão nele ou abaixo dele.',
    '1 grupo está dentro dele.',
    'Eles ficam, mas quem os vê por este grupo deixa de vê-los.',
  ]);
  expect(await holds({ devices: 1 })).toEqual([
    '1 dispositivo está nele ou abaixo dele.',
    'Eles ficam, mas quem os vê por este grupo deixa de vê-los.',
  ]);
});

test('an empty group is removed without a word more', async () => {
  expect(await holds({})).toEqual([]);
});
