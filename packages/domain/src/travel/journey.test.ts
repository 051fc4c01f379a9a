import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trackOf, tracks } from '../testing/tracks.ts';
import {
  createJourney,
  defaultJourneyRules,
  type JourneyRules,
  journeyRulesOf,
  type Leg,
} from './journey.ts';
import type { TrackPosition } from './travel-tally.ts';

function legsOf(
  track: readonly TrackPosition[],
  rules: JourneyRules = defaultJourneyRules,
): Leg<TrackPosition>[] {
  const journey = createJourney(rules, 216);
  return [...track.flatMap((position) => journey.push(position)), ...journey.finish()];
}

/** `D` drives a minute, `s` stands a minute, `.` is a minute of silence; each letter is a position. */
function track(
  letters: string,
  more: (letter: string) => Partial<TrackPosition> = () => ({}),
): TrackPosition[] {
  let metresNorth = 0;
  return [...letters].flatMap((letter, minute) => {
    if (letter === 'D') metresNorth += 500;
    if (letter === '.') return [];
    const driving = letter === 'D';
    return trackOf([minute * 60], {
      latitude: -3.7 + metresNorth / 111_195,
      motion: driving,
      speedKnots: driving ? 16 : 0,
      ...more(letter),
    });
  });
}

/** Each leg as its kind with the minutes of its ends. */
function reported(legs: readonly Leg<TrackPosition>[], from: readonly TrackPosition[]): string[] {
  const minute = ({ timeMs }: TrackPosition) => (timeMs - from[0]!.timeMs) / 60_000;
  return legs.map(({ kind, first, last }) => `${kind} ${minute(first)}-${minute(last)}`);
}

function journeysOf(
  letters: string,
  rules?: JourneyRules,
  more?: (letter: string) => Partial<TrackPosition>,
): string[] {
  const positions = track(letters, more);
  return reported(legsOf(positions, rules), positions);
}

test('[REP-09] trips and stops follow each other, and where one ends the next begins', () => {
  expect(journeysOf('ssssssDDDDDDDssssssDDDDssssss')).toEqual([
    'stop 0-6',
    'trip 6-13',
    'stop 13-19',
    'trip 19-23',
    'stop 23-28',
  ]);
});

test('[REP-09] a halt below the minimum stop belongs to its trip', () => {
  expect(journeysOf('ssssssDDDDDssssDDDDDDDssssss')).toEqual(['stop 0-6', 'trip 6-22', 'stop 22-27']);
});

test('[REP-09] what belongs to a trip counts in it', () => {
  // at q it stands with a speed that was measured
  const positions = track('DDDDDDsqsDDDDDD', (letter) => (letter === 'q' ? { speedKnots: 70 } : {}));
  const [trip, ...others] = legsOf(positions);
  expect([trip?.kind, trip?.tally.maxSpeedKnots, others]).toEqual(['trip', 70, []]);
});

test('[REP-09] with useIgnition a short halt is a stop once the ignition goes off in it, also not at once', () => {
  const rules = { ...defaultJourneyRules, useIgnition: true };
  const ignition = (letter: string) => ({ ignition: letter !== 'o' });
  expect(journeysOf('sooDDDDDDDD', rules, ignition)).toEqual(['stop 0-3', 'trip 3-10']);
  expect(journeysOf('sssDDDDDDDD', rules, ignition)).toEqual(['trip 3-10']);
});

test('[REP-09] a movement that neither goes far nor lasts belongs to the stop around it', () => {
  const near = () => ({ latitude: -3.7 });
  expect(journeysOf('sssDDDDssss', undefined, near)).toEqual(['stop 0-10']);
  expect(journeysOf('sssDDDDDDDssssss', undefined, near)).toEqual(['trip 3-10', 'stop 10-15']);
  expect(journeysOf('ssssssDDssssss')).toEqual(['stop 0-6', 'trip 6-8', 'stop 8-13']);
});

test('[REP-09] silence while driving ends the trip, and is a stop when it ends where it began', () => {
  expect(journeysOf(`DDDDDD${'.'.repeat(60)}DDDDDDssssss`)).toEqual(['trip 0-5', 'trip 66-72', 'stop 72-77']);
  const garage = [...track('DDDDDD'), ...track(`${'.'.repeat(90)}D`)].map((position, index) =>
    index === 6 ? { ...position, latitude: track('DDDDDD')[5]!.latitude } : position,
  );
  expect(reported(legsOf(garage), garage)).toEqual(['trip 0-5', 'stop 5-90']);
  expect(journeysOf(`ssssss${'.'.repeat(600)}ssDDDDss`)).toEqual(['stop 0-608', 'trip 608-612']);
});

test('[REP-09] with ignition use, the ignition turned off ends a trip at once and a running one does not drive', () => {
  const withIgnition = { ...defaultJourneyRules, useIgnition: true };
  const off = (letter: string) => ({ ignition: letter === 'D' });
  expect(journeysOf('DDDDDDssDDDDDD', withIgnition, off)).toEqual(['trip 0-6', 'stop 6-8', 'trip 8-13']);
  expect(journeysOf('DDDDDDssDDDDDD', withIgnition)).toEqual(['trip 0-13']);
  const towed = journeysOf('ssssssDDDDDDDss', withIgnition, () => ({ ignition: false }));
  expect(towed).toEqual(['stop 0-14']);
});

test('[REP-09] what goes on at the end of the period ends with its last position', () => {
  expect(journeysOf('ssssssDDDDDD')).toEqual(['stop 0-6', 'trip 6-11']);
  expect(journeysOf('DDDDDDss')).toEqual(['trip 0-6']);
  expect(journeysOf('D')).toEqual([]);
  expect(journeysOf('')).toEqual([]);
});

test('[REP-09] legs never overlap, and each reaches the minimum of its kind', () => {
  fc.assert(
    fc.property(tracks, (positions) => {
      const { minTripMetres, minTripMs, minStopMs } = defaultJourneyRules;
      let endMs = -Infinity;
      for (const { kind, first, last, tally } of legsOf(positions)) {
        expect(first.timeMs).toBeGreaterThanOrEqual(endMs);
        endMs = last.timeMs;
        const lastedMs = last.timeMs - first.timeMs;
        expect([tally.firstTimeMs, tally.lastTimeMs]).toEqual([first.timeMs, last.timeMs]);
        if (kind === 'stop') expect(lastedMs).toBeGreaterThanOrEqual(minStopMs);
        else expect(lastedMs >= minTripMs || tally.distanceMetres >= minTripMetres).toBe(true);
      }
    }),
  );
});

test('the device sets its rules, then the server; what means nothing is not set', () => {
  const server = { 'report.trip.minimalTripDistance': '800', 'report.trip.useIgnition': 'true' };
  const device = { 'report.trip.minimalTripDistance': 'far', 'report.trip.minimalParkingDuration': 60 };
  expect(journeyRulesOf(server, device)).toEqual({
    ...defaultJourneyRules,
    minTripMetres: 800,
    minStopMs: 60_000,
    useIgnition: true,
  });
  expect(journeyRulesOf({}, {})).toEqual(defaultJourneyRules);
});
