import { describe, expect, test } from 'vitest';
import { countsOf, eventsOf, stepMs } from './itinerary.ts';
import type { StoredTracker } from './stored.ts';
import { type SentTracker, wrongsOf } from './verdict.ts';

const firstFixMs = Date.UTC(2026, 0, 1);
const tracker: SentTracker = { protocol: 'gt06', uniqueId: '1', firstFixMs, acknowledged: 20, sent: 24 };

/** A database that holds the first `count` positions and what follows from them. */
function storedOf(count: number): StoredTracker {
  const lastFixMs = firstFixMs + (count - 1) * stepMs;
  return {
    uniqueId: '1',
    positions: count,
    moments: count,
    firstFixMs,
    lastFixMs,
    stateFixMs: lastFixMs,
    ...countsOf(count),
    events: [...eventsOf('gt06', firstFixMs, count)],
  };
}

test('the events of a way: ignition at every fourth position, an alarm at one of ten', () => {
  expect([...eventsOf('gt06', 0, 9)]).toEqual(['ignitionOff@4000', 'alarm:sos@7000', 'ignitionOn@8000']);
});

describe('[ING-02] the judge of the crash test', () => {
  test.each([20, 22, 24])('says nothing when what was acknowledged is there: %i stored', (count) => {
    expect(wrongsOf(tracker, storedOf(count))).toEqual([]);
  });

  const good = storedOf(22);
  const wrong: readonly [name: string, stored: StoredTracker | undefined, words: string][] = [
    ['one acknowledged position is not stored', storedOf(19), '20 were acknowledged and 19 are stored'],
    ['nothing is stored', undefined, '20 acknowledged and none is stored'],
    ['a position is there twice', { ...good, positions: 23 }, '1 positions are stored twice'],
    [
      'a position is missing between others',
      { ...good, moments: 21, positions: 21 },
      'missing between others',
    ],
    ['more is stored than was sent', storedOf(25), '25 are stored and 24 were sent'],
    ['the state is an older one', { ...good, stateFixMs: firstFixMs }, 'not that of its newest position'],
    ['a step was counted twice', { ...good, metres: good.metres + 8 }, 'its odometer is 8 m off'],
    ['engine time is missing', { ...good, engineMs: good.engineMs - 1000 }, "engine's clock is -1 s off"],
    ['an event is there twice', { ...good, events: [...good.events, ...good.events.slice(0, 1)] }, 'twice'],
    ['an event is missing', { ...good, events: good.events.slice(1) }, '1 events are missing'],
    ['an event was invented', { ...good, events: [...good.events, 'alarm:sos@1'] }, 'follow from nothing'],
  ];
  test.each(wrong)('tells when %s', (_name, stored, words) => {
    expect(wrongsOf(tracker, stored).join('\n')).toContain(words);
  });
});
