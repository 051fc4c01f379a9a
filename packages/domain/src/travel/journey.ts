/**
 * Trips and stops (REP-09): the one algorithm, over positions in the order of their fix times. `docs/reports.md` says the
 * same rules to a person.
 *
 * 1. A position drives when it is in motion (see `isMoving`); with `useIgnition` not while its ignition is off.
 * 2. Positions fall into runs, driving and standing by turns. The position where one run ends begins the next, so that
 *    trips and stops follow each other without a gap and no time belongs to two.
 * 3. A driving run is a trip once it covers `minTripMetres` or lasts `minTripMs`; a standing run is a stop once it lasts
 *    `minStopMs`, or with `useIgnition` once the ignition is off in it. A run that comes to neither belongs to what it
 *    interrupts: a traffic light to its trip, a manoeuvre in the yard or a drifting receiver to its stop.
 * 4. Silence of `gapMs` while driving ends the trip at the position before it. When the device reports again within
 *    `minTripMetres` of there, the silence was a stop (an underground garage); otherwise nobody knows, and it is neither.
 *    A standing device may be silent for as long as it likes.
 * 5. At the end of the period, the trip or stop that continues ends with its last position; a run that has not decided yet
 *    what it is, is left out.
 */
import { distanceMetres } from '../geo/geometry.ts';
import {
  addPosition,
  joinTallies,
  type OpenTally,
  type Tally,
  type TrackPosition,
  tallyOf,
} from './travel-tally.ts';

export interface JourneyRules {
  readonly minTripMetres: number;
  readonly minTripMs: number;
  readonly minStopMs: number;
  readonly gapMs: number;
  readonly useIgnition: boolean;
}

/** The habit of the field: 500 m, 5 minutes, 5 minutes, an hour, motion alone. */
export const defaultJourneyRules: JourneyRules = Object.freeze({
  minTripMetres: 500,
  minTripMs: 300_000,
  minStopMs: 300_000,
  gapMs: 3_600_000,
  useIgnition: false,
});

export type LegKind = 'trip' | 'stop';

/** A trip or a stop, from its first position to its last; both belong to it. */
export interface Leg<Position extends TrackPosition> {
  readonly kind: LegKind;
  readonly first: Position;
  readonly last: Position;
  readonly tally: Tally;
}

export interface Journey<Position extends TrackPosition> {
  /** Takes the next position; returns what it settled, in order, nearly always nothing. */
  push(position: Position): readonly Leg<Position>[];
  /** The period is over: what is still open. */
  finish(): readonly Leg<Position>[];
}

/** It takes positions until it is returned, or joined with another. */
interface Run<Position extends TrackPosition> extends Leg<Position> {
  last: Position;
  readonly tally: OpenTally;
  ignitionOff: boolean;
}

const none: readonly never[] = Object.freeze([]);

export function createJourney<Position extends TrackPosition>(
  rules: JourneyRules,
  jumpBoundKnots: number,
): Journey<Position> {
  let previous: Position | undefined;
  let settled: Run<Position> | undefined;
  let undecided: Run<Position> | undefined;

  const kindOf = ({ motion, ignition }: Position): LegKind =>
    motion && !(rules.useIgnition && ignition === false) ? 'trip' : 'stop';

  const begin = (kind: LegKind, position: Position): Run<Position> => ({
    kind,
    first: position,
    last: position,
    tally: tallyOf(position),
    ignitionOff: position.ignition === false,
  });

  const joined = (run: Run<Position>, next: Run<Position>): Run<Position> => ({
    kind: run.kind,
    first: run.first,
    last: next.last,
    tally: joinTallies(run.tally, next.tally, jumpBoundKnots),
    ignitionOff: run.ignitionOff || next.ignitionOff,
  });

  function extend(run: Run<Position>, position: Position): void {
    run.last = position;
    addPosition(run.tally, position, jumpBoundKnots);
    if (position.ignition === false) run.ignitionOff = true;
  }

  function isLongEnough({ kind, first, last, tally, ignitionOff }: Run<Position>): boolean {
    const lastedMs = last.timeMs - first.timeMs;
    return kind === 'trip'
      ? tally.distanceMetres >= rules.minTripMetres || lastedMs >= rules.minTripMs
      : lastedMs >= rules.minStopMs || (rules.useIgnition && ignitionOff && lastedMs > 0);
  }

  /** Returns what it settles. */
  function follow(position: Position): Run<Position> | undefined {
    const kind = kindOf(position);
    if (!settled) {
      settled = begin(kind, position);
      return undefined;
    }
    const before = settled;
    if (!undecided) {
      extend(before, position);
      if (kind !== before.kind) undecided = begin(kind, position);
      return undefined;
    }
    const open = undecided;
    extend(open, position);
    if (isLongEnough(open)) {
      settled = open;
      undecided = kind === open.kind ? undefined : begin(kind, position);
      return isLongEnough(before) ? before : undefined;
    }
    if (kind !== open.kind) {
      settled = joined(before, open);
      undecided = undefined;
    }
    return undefined;
  }

  function close(): readonly Leg<Position>[] {
    const found = settled && isLongEnough(settled) ? [settled] : none;
    settled = undefined;
    undecided = undefined;
    return found;
  }

  return {
    push(position) {
      let closed: readonly Leg<Position>[] = none;
      if (previous && isLost(previous, position, kindOf(previous), rules)) {
        closed = close();
        if (distanceMetres(previous, position) < rules.minTripMetres) settled = begin('stop', previous);
      }
      // behind a run that was closed there is none that it could settle
      const found = follow(position);
      previous = position;
      return found ? [found] : closed;
    },
    finish: close,
  };
}

function isLost(from: TrackPosition, to: TrackPosition, kind: LegKind, { gapMs }: JourneyRules): boolean {
  return kind === 'trip' && to.timeMs - from.timeMs >= gapMs;
}

/** The rules of trips and stops as an installation or a device sets them, by the field's own attribute names. */
/** Metres, and seconds for the times. */
const journeyAttributes = Object.freeze({
  minTripMetres: 'report.trip.minimalTripDistance',
  minTripSeconds: 'report.trip.minimalTripDuration',
  minStopSeconds: 'report.trip.minimalParkingDuration',
  gapSeconds: 'report.trip.minimalNoDataDuration',
  useIgnition: 'report.trip.useIgnition',
} as const);

type Attributes = Readonly<Record<string, unknown>>;

/** The device's attribute, else the server's, else the default. A value that means nothing counts as not set. */
export function journeyRulesOf(server: Attributes, device: Attributes): JourneyRules {
  const first = <T>(key: string, read: (value: unknown) => T | undefined): T | undefined =>
    read(device[key]) ?? read(server[key]);
  const milliseconds = (key: string): number | undefined => {
    const seconds = first(key, positive);
    return seconds === undefined ? undefined : seconds * 1000;
  };
  const { minTripMetres, minTripMs, minStopMs, gapMs, useIgnition } = defaultJourneyRules;
  return {
    minTripMetres: first(journeyAttributes.minTripMetres, positive) ?? minTripMetres,
    minTripMs: milliseconds(journeyAttributes.minTripSeconds) ?? minTripMs,
    minStopMs: milliseconds(journeyAttributes.minStopSeconds) ?? minStopMs,
    gapMs: milliseconds(journeyAttributes.gapSeconds) ?? gapMs,
    useIgnition: first(journeyAttributes.useIgnition, truth) ?? useIgnition,
  };
}

/** Also as text, which is how forms send attributes. */
function positive(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}

function truth(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}
