/**
 * Readings of the vehicle's own computer (306A and its kin):
 *
 *     imei:ID,OBD,local yyMMddHHmmss,odometer km,L/h,L/100 km,hours,km/h,load %,coolant °C,throttle %,rpm,battery V,codes…;
 */
import { draftAt, type PositionDraft } from '../position-draft.ts';
import { instantOfDigits } from '../wire/digit-clock.ts';
import { integerIn, numberIn } from '../wire/field-text.ts';
import type { Zone } from '../wire/tracker-clock.ts';

/** What a unit without an engine's speed sends: all ones in quarters of a turn. */
const noRpm = 16_383;
const msPerHour = 3_600_000;

function percentIn(field: string | undefined): number | undefined {
  const value = numberIn(field?.replace('%', ''));
  return value !== undefined && value <= 100 ? value : undefined;
}

/** The readings without a place, or undefined when the fields are none. */
export function readObd(fields: readonly string[], zone: Zone): PositionDraft | undefined {
  const clock = fields[2] ?? '';
  const time = instantOfDigits('yyMMdd', clock.slice(0, 6), clock.slice(6), zone);
  if (time === undefined || fields.length < 13) return undefined;
  const draft = draftAt(time);
  const { attributes } = draft;
  const set = (key: string, value: number | undefined, scale = 1) => {
    if (value !== undefined) attributes[key] = value * scale;
  };
  set('odometer', integerIn(fields[3]), 1000);
  set('fuelConsumption', numberIn(fields[4]));
  set('averageFuelPer100Km', numberIn(fields[5]));
  set('hours', integerIn(fields[6]), msPerHour);
  const kph = numberIn(fields[7]);
  if (kph !== undefined && kph < 1000) attributes.obdSpeed = kph;
  set('engineLoad', percentIn(fields[8]));
  set('engineTemp', numberIn(fields[9]));
  set('throttle', percentIn(fields[10]));
  const rpm = integerIn(fields[11]);
  if (rpm !== noRpm) set('rpm', rpm);
  set('power', numberIn(fields[12]));
  const codes = fields.slice(13).filter((code) => /^[A-Z]\w{4}$/.test(code));
  if (codes.length > 0) attributes.dtcs = codes.join(' ');
  return draft;
}
