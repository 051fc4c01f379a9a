import type { TimelineEntry } from '@atalaia/contract/sinisters/cockpit';
import { en } from '@atalaia/phrases/en';
import { expect, test } from 'vitest';
import { aPosition } from '../../../lib/testing/a-position.ts';
import { createTexts } from '../../../lib/texts/texts.ts';
import { cellText } from './case-facts.tsx';
import { entryWords } from './case-timeline.tsx';
import { clockText } from './clock-text.ts';
import { type Fix, fixWith } from './use-live-fix.ts';
import { reachOf } from './use-reach.ts';

const texts = (
  await createTexts({
    language: 'en',
    load: async () => en,
    loadMap: async () => ({}),
    loadManagement: async () => ({}),
    apply: () => undefined,
    keep: () => undefined,
  })
).get();

test('[COCK-03] a time since the opening is a clock: minutes, hours, from a day on days', () => {
  expect([-5, 65_000, 3_865_000, 2 * 86_400_000 + 11_400_000].map(clockText)).toEqual([
    '0:00',
    '1:05',
    '1:04:25',
    '2 d 03:10',
  ]);
});

const fix: Fix = {
  ...{ deviceId: 7, name: 'Levado', uniqueId: '1', status: 'offline', heardAt: null },
  ...{ fixTime: '2026-11-21T10:00:00.000Z', latitude: -3, longitude: -38, speed: 20, course: 0 },
  ...{ ignition: true, address: 'Rua A', blocked: false },
};
const at = (minutes: number) => Date.parse(fix.fixTime ?? '') + minutes * 60_000;

test('[COCK-01] where it may be by now grows with its category’s speed for 4 hours, and then nothing is said', () => {
  expect(reachOf(fix, 60, at(30))).toEqual({
    ...{ latitude: -3, longitude: -38 },
    radiusMetres: expect.closeTo(30_000, 3),
  });
  expect(reachOf(fix, 60, at(-1))).toMatchObject({ radiusMetres: 0 });
  expect(reachOf(fix, 60, at(240))).toMatchObject({ radiusMetres: expect.closeTo(240_000, 3) });
  expect(reachOf(fix, 60, at(241))).toBe('over');
  expect(reachOf(fix, null, at(30))).toBeNull();
  expect(reachOf({ ...fix, latitude: null }, 60, at(30))).toBeNull();
});

test('[COCK-01] a live position takes the place of the fix that was loaded, an older or doubtful one does not', () => {
  const live = { deviceId: 7, fixTime: '2026-11-21T10:00:05.000Z', latitude: -4, speed: 31 };
  expect(fixWith(fix, aPosition(live))).toMatchObject({
    ...{ latitude: -4, speed: 31, status: 'online', name: 'Levado' },
    // where it was is no address of where it is
    address: aPosition(live).address,
  });
  for (const doubtful of [{ fixTime: fix.fixTime ?? '' }, { valid: false }, { outdated: true }])
    expect(fixWith(fix, aPosition({ ...live, ...doubtful }))).toBeNull();
});

test('[COCK-01] a cell is named as networks name it', () => {
  const tower = { mobileCountryCode: 724, mobileNetworkCode: 5, locationAreaCode: 10, cellId: 44 };
  expect(cellText({ radioType: 'lte', cellTowers: [tower, tower] })).toBe('LTE 724-5-10-44');
  expect(cellText({ cellTowers: 'none' })).toBe('');
});

test('[COCK-01] every kind of the timeline says what was done in words', () => {
  const said = (part: Partial<TimelineEntry> & Pick<TimelineEntry, 'kind' | 'word'>) => {
    const entry = { at: '', detail: null, text: null, by: null, occurrenceId: null, ...part };
    const { title, lines } = entryWords(entry, texts);
    return [title, ...lines].join(' | ');
  };
  expect([
    said({ kind: 'opened', word: 'robbery', text: 'At gunpoint' }),
    said({ kind: 'block', word: 'robbery', detail: 'waiting', text: 'Now' }),
    said({ kind: 'block', word: 'release', detail: 'sent', text: 'Found' }),
    said({ kind: 'command', word: 'engineStop', detail: 'sent' }),
    said({ kind: 'event', word: 'alarm', detail: 'sos,jamming' }),
    said({ kind: 'contactTry', word: 'answered', detail: 'Ana' }),
    said({ kind: 'step', word: 'policeReport', detail: 'BO 7' }),
    said({ kind: 'callOut', word: 'sent', detail: 'Águia' }),
    said({ kind: 'policeLook', word: '3º BPM', detail: '190' }),
    said({ kind: 'alarm', word: 'open', detail: 'jamming' }),
    said({ kind: 'alarm', word: 'open', detail: 'duress' }),
    said({ kind: 'alarm', word: 'open', detail: 'Doca 3' }),
  ]).toEqual([
    'Incident opened: Robbery | At gunpoint',
    'Block asked for (Robbery): Waiting for it to stop | Now',
    'Release asked for: Sent | Found',
    'Block: sent',
    'SOS/Panic, Jammer (signal blocked)',
    'Call to Ana: Answered',
    'Police report | BO 7',
    'Called out: Águia',
    'The police opened the link: 3º BPM | 190',
    'Opened · Jamming',
    'Opened · Duress',
    'Opened · Doca 3',
  ]);
});
