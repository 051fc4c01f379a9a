import { expect, test } from 'vitest';
import { aSinister } from '../testing/a-sinister.ts';
import { sinisterTone } from './sinister-tone.ts';

const nowMs = Date.parse('2026-11-21T12:00:00Z');
const opened = (hours: number) => new Date(nowMs - hours * 3_600_000).toISOString();

test('[SIN-03] a case has the colour of its age, a closed one of its end, a draft its white', () => {
  const tones = [24, 48, 72, 73].map((hours) =>
    sinisterTone(aSinister({ openingDate: opened(hours) }), nowMs),
  );
  expect(tones).toEqual(['upTo24Hours', 'upTo48Hours', 'upTo72Hours', 'over72Hours']);
  const closed = (closingType: 'vehicleFound' | 'vehicleNotFound' | 'falsePositive') =>
    sinisterTone(aSinister({ status: 'closed', closingType, openingDate: opened(1) }), nowMs);
  expect([closed('vehicleNotFound'), closed('vehicleFound'), closed('falsePositive')]).toEqual([
    'alarm',
    'online',
    'online',
  ]);
  expect(sinisterTone(aSinister({ id: 0, openingDate: opened(90) }), nowMs)).toBe('draft');
});
