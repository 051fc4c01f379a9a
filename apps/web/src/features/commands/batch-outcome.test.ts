import type { BatchResult, SentCommand } from '@atalaia/contract/devices/sent-command';
import { expect, test } from 'vitest';
import { hindranceIn, isUnsafe, outcomesOf } from './batch-outcome.ts';

const unsafe: BatchResult = {
  deviceId: 2,
  state: 'refused',
  code: 'block-needs-confirmation',
  details: { speedKph: 62, fixAgeSeconds: 4, reasons: ['too-fast'] },
};
const first: readonly BatchResult[] = [
  { deviceId: 1, state: 'sent', sentId: 10 },
  unsafe,
  { deviceId: 3, state: 'refused', code: 'command-not-supported' },
  { deviceId: 4, state: 'queued', sentId: 11 },
];
const row = (id: number, state: SentCommand['state']) => ({ id, state }) as SentCommand;

test('[CMD-04] [CMD-07] of each device it is said what became of its command; what needs a person comes first', () => {
  const outcomes = outcomesOf([first], [row(10, 'answered')]);
  expect(outcomes.map(({ deviceId, state }) => [deviceId, state])).toEqual([
    [2, 'refused'],
    [3, 'refused'],
    [4, 'queued'],
    [1, 'answered'],
  ]);
  expect(outcomes.map(isUnsafe)).toEqual([true, false, false, false]);
  expect(outcomes.map(hindranceIn)[0]).toEqual({ speedKph: 62, fixAgeSeconds: 4 });
});

test('[CMD-07] a device that was confirmed with a reason has the outcome of that sending', () => {
  const again: readonly BatchResult[] = [{ deviceId: 2, state: 'queued', sentId: 12 }];
  const outcomes = outcomesOf([first, again], []);
  expect(outcomes.filter(isUnsafe)).toEqual([]);
  expect(outcomes.find(({ deviceId }) => deviceId === 2)?.state).toBe('queued');
  expect(outcomes).toHaveLength(4);
});
