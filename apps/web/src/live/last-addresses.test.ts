import { expect, test } from 'vitest';
import { aPosition } from '../lib/testing/a-position.ts';
import { createLastAddresses } from './create-live-feed.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 7, 0, second)).toISOString();

test('[PANEL-01] [STRIP-03] a moving vehicle keeps its last address until the next is found, for two minutes', () => {
  const { complete, clear } = createLastAddresses();
  const addressOf = (deviceId: number, second: number, address: string | null = null) =>
    complete(aPosition({ deviceId, fixTime: at(second), address })).address;
  expect(addressOf(1, 0)).toBe(null);
  expect(addressOf(1, 0, 'Rua A')).toBe('Rua A');
  expect(addressOf(1, 30)).toBe('Rua A');
  expect(addressOf(2, 30)).toBe(null);
  expect(addressOf(1, 20, 'Rua B')).toBe('Rua B');
  expect(addressOf(1, 40)).toBe('Rua B');
  expect(addressOf(1, 141)).toBe(null);
  clear();
  expect(addressOf(1, 41)).toBe(null);
});
