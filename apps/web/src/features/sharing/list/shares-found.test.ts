import type { LocationShare } from '@atalaia/contract/accounts/location';
import { expect, test } from 'vitest';
import { sharesFound } from './share-list.tsx';

const share = (id: number, name: string, sharedBy: string): LocationShare => ({
  id,
  devices: [{ id, uniqueId: `86${id}`, name }],
  sharedBy,
  createdAt: '2026-11-21T06:00:00Z',
  expiresAt: '2026-11-22T06:00:00Z',
  revokedAt: null,
  showsName: true,
  showsTrail: false,
});
const shares = [share(1, 'Caminhão', 'Ana'), share(2, 'Moto', 'João')];

test.each([
  ['', [1, 2]],
  ['caminhao', [1]],
  ['JOAO', [2]],
  ['862', [2]],
  ['nada', []],
])('[SHARE-02] %j finds links by device and by who made them', (typed, ids) => {
  expect(sharesFound(shares, typed).map(({ id }) => id)).toEqual(ids);
});
