/** The rules of trips and stops as an installation or a device sets them, by the field's own attribute names. */
import { defaultJourneyRules, type JourneyRules } from './journey.ts';

/** Metres, and seconds for the times. */
export const journeyAttributes = Object.freeze({
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
