import { expect, test } from 'vitest';
import {
  addAlarm,
  draftAt,
  positionOf,
  setAltitude,
  setCourse,
  setPlace,
  setSpeed,
} from './position-draft.ts';

test('[ING-03] altitude, speed and course stay within one bound each, whatever the protocol', () => {
  const draft = draftAt(0);
  for (const metres of [-10_001, 100_001, Number.NaN]) setAltitude(draft, metres);
  for (const knots of [-1, 1000.1, Number.NaN]) setSpeed(draft, knots);
  for (const degrees of [-1, 360.1, Number.NaN]) setCourse(draft, degrees);
  expect(draft).toEqual({ fixTimeMs: 0, valid: false, attributes: {} });
  setAltitude(draft, -10_000);
  setSpeed(draft, 1000);
  setCourse(draft, 360);
  expect(draft).toMatchObject({ altitude: -10_000, speedKnots: 1000, course: 0 });
  setAltitude(draft, 100_000);
  expect(draft.altitude).toBe(100_000);
});

test('[ING-03] a place outside the world, or 0,0, is none and makes the report not valid', () => {
  for (const [latitude, longitude] of [
    [0, 0],
    [90.1, 10],
    [10, -180.1],
    [Number.NaN, 10],
  ] as const) {
    const draft = { ...draftAt(0), valid: true };
    setPlace(draft, latitude, longitude, true);
    expect(draft).toEqual({ fixTimeMs: 0, valid: false, attributes: {} });
  }
});

test('[ING-03] an alarm is named once, and a charge that is no share of it is left out', () => {
  const draft = draftAt(0);
  for (const alarm of ['sos', undefined, 'tow', 'sos']) addAlarm(draft.attributes, alarm);
  draft.attributes.batteryLevel = 101;
  expect(positionOf(draft).attributes).toEqual({ alarm: 'sos,tow' });
});
