import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isImpossibleLeap, leapBetween } from '../geo/jump.ts';
import { trackOf, tracks } from '../testing/tracks.ts';
import { count } from './odometer.ts';
import {
  addPosition,
  joinTallies,
  type Tally,
  type TrackPosition,
  tallyOf,
  travelFigures,
} from './travel-tally.ts';

const boundKnots = 216;

function tallied(track: readonly TrackPosition[]): Tally | undefined {
  return joined(track.map(tallyOf));
}

function joined(tallies: readonly (Tally | undefined)[]): Tally | undefined {
  return tallies.reduce(
    (all, next) => (all && next ? joinTallies(all, next, boundKnots) : (all ?? next)),
    undefined,
  );
}

/** Counts are sums of sums: equal but for the last bits. */
function expectSame(one: Tally | undefined, other: Tally | undefined): void {
  const rounded = (tally: Tally | undefined) =>
    JSON.stringify(tally, (_, value) =>
      typeof value === 'number' ? Math.round(value * 1e5) / 1e5 + 0 : value,
    );
  expect(rounded(one)).toBe(rounded(other));
}

test('[REP-09] the tally of a track is that of its parts, wherever it is cut', () => {
  fc.assert(
    fc.property(tracks, fc.array(fc.nat(60), { maxLength: 6 }), (track, cuts) => {
      const places = [
        0,
        ...cuts.map((cut) => Math.min(cut, track.length)).toSorted((a, b) => a - b),
        track.length,
      ];
      const parts = places.slice(1).map((end, index) => tallied(track.slice(places[index], end)));
      expectSame(joined(parts), tallied(track));
    }),
  );
});

test('[REP-09] a position that is added to a tally counts as its own tally that is joined to it', () => {
  /** Without what a fix has besides. */
  const plain = ({ lastFix, ...tally }: Tally) => ({
    ...tally,
    lastFix: lastFix && {
      ...{ timeMs: lastFix.timeMs, motion: lastFix.motion },
      ...{ latitude: lastFix.latitude, longitude: lastFix.longitude },
    },
  });
  fc.assert(
    fc.property(tracks, ([first, ...others]) => {
      if (!first) return;
      const added = tallyOf(first);
      let joint = tallyOf(first);
      for (const position of others) {
        addPosition(added, position, boundKnots);
        joint = joinTallies(joint, tallyOf(position), boundKnots);
        expect(plain(added)).toEqual(plain(joint));
      }
    }),
  );
});

test('[REP-09] what is added to a joined tally leaves those that it was joined of as they were', () => {
  const litres = (...readings: (number | undefined)[]) =>
    readings.map((fuelLitres, minute) => trackOf([minute * 60], { fuelLitres })[0]!);
  for (const readings of [
    [40, undefined, 50],
    [undefined, 40, 50],
    [40, 39, 50],
  ]) {
    const [first, second, third] = litres(...readings);
    const parts = [tallyOf(first!), tallyOf(second!)] as const;
    const before = structuredClone(parts);
    const joint = joinTallies(...parts, boundKnots);
    addPosition(joint, third!, boundKnots);
    expect(joint.fuel).toMatchObject({ lastLitres: 50 });
    expect(parts).toEqual(before);
  }
});

test('[REP-09] [ING-06] what arrived in order adds up to what ingest counted on the way', () => {
  fc.assert(
    fc.property(tracks, (track) => {
      fc.pre(track.length > 0);
      let counters = { totalDistanceMetres: 0, hoursMs: 0 };
      let place: TrackPosition | undefined;
      let ignition: boolean | undefined;
      for (const [index, next] of track.entries()) {
        const previous = track[index - 1];
        const jump =
          next.hasFix && place !== undefined && isImpossibleLeap(leapBetween(place, next), boundKnots);
        if (previous) {
          const from = place ?? next;
          const to = next.hasFix ? next : { ...next, latitude: from.latitude, longitude: from.longitude };
          counters = count(
            counters,
            { ...previous, latitude: from.latitude, longitude: from.longitude, ignition },
            to,
            jump,
          );
        }
        if (next.hasFix) place = next;
        ignition = next.ignition ?? ignition;
      }
      const tally = tallied(track);
      const figures = travelFigures(tally!);
      expect(figures.distanceMetres).toBeCloseTo(counters.totalDistanceMetres, 4);
      expect(figures.engineMs).toBe(counters.hoursMs);
    }),
  );
});

test('[REP-09] a position that comes twice counts once, whatever its copy says', () => {
  const track = trackOf([0, 60, 120], { motion: true, speedKnots: 30 });
  const doubled = track.flatMap((position) => [position, { ...position }]);
  expect(travelFigures(tallied(doubled)!)).toEqual(travelFigures(tallied(track)!));
});

test('a jump counts no way and no speed, and neither does a message without a fix', () => {
  const [first, second, third] = trackOf([0, 60, 120], { motion: true, speedKnots: 30 });
  const jump = { ...second!, latitude: second!.latitude + 3, speedKnots: 200 };
  const blind = { ...second!, hasFix: false, latitude: 0, longitude: 0, speedKnots: 200 };
  const straight = travelFigures(tallied([first!, third!])!);
  expect(travelFigures(tallied([first!, jump, third!])!)).toMatchObject({
    distanceMetres: 0,
    maxSpeedKnots: 30,
  });
  expect(travelFigures(tallied([first!, blind, third!])!)).toMatchObject({
    distanceMetres: straight.distanceMetres,
    maxSpeedKnots: 30,
  });
});

test('fuel spent leaves refuelling out, and a swaying tank cancels out', () => {
  const litres = [40, 39, 41, 38, 58, 57, undefined, 56];
  const track = trackOf(litres.map((_, index) => index * 60)).map((position, index) => ({
    ...position,
    fuelLitres: litres[index],
  }));
  expect(travelFigures(tallied(track)!).spentLitres).toBe(4);
});

test('the average is over the time in which the way was covered', () => {
  const driving = trackOf([0, 60, 120], { motion: true, speedKnots: 30 });
  const parked = {
    ...driving.at(-1)!,
    timeMs: driving.at(-1)!.timeMs + 3_600_000,
    motion: false,
    speedKnots: 0,
  };
  const alone = travelFigures(tallied(driving)!);
  expect(alone.averageSpeedKnots).toBeGreaterThan(10);
  expect(travelFigures(tallied([...driving, parked])!).averageSpeedKnots).toBe(alone.averageSpeedKnots);
});
