/**
 * The report of newer units, closed by an asterisk, with a place in decimal degrees; hyphens stand for nothing:
 *
 *     imei:ID,type,event,sensor,sensor V,HHmmss,ddMMyy,signal,fix,latitude,longitude,km/h,course,metres,hdop,satellites,
 *         ignition,charging,error*
 */
import { knotsFromKph } from '@atalaia/domain/units/units';
import {
  draftAt,
  type PositionDraft,
  setAltitude,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
import { instantOfDigits } from '../wire/digit-clock.ts';
import { integerIn, numberIn } from '../wire/field-text.ts';

function given(field: string | undefined): string | undefined {
  return field === undefined || /^-*$/.test(field) ? undefined : field;
}

/** The position, or undefined when the fields do not make one. */
export function readDecimalReport(fields: readonly string[]): PositionDraft | undefined {
  const time = instantOfDigits('ddMMyy', fields[6], fields[5]);
  const [latitude, longitude] = [numberIn(fields[9]), numberIn(fields[10])];
  if (time === undefined || latitude === undefined || longitude === undefined) return undefined;
  const draft = draftAt(time);
  const { attributes } = draft;
  const set = (key: string, value: string | number | undefined) => {
    if (value !== undefined) attributes[key] = value;
  };
  set('event', given(fields[2]));
  set('sensorId', given(fields[3]));
  set('sensorVoltage', numberIn(given(fields[4])));
  set('rssi', integerIn(fields[7]));
  setPlace(draft, latitude, longitude, (integerIn(fields[8]) ?? 0) > 0);
  const kph = numberIn(fields[11]);
  if (kph !== undefined) setSpeed(draft, knotsFromKph(kph));
  const course = numberIn(fields[12]);
  if (course !== undefined) setCourse(draft, course);
  const altitude = numberIn(fields[13]);
  if (altitude !== undefined) setAltitude(draft, altitude);
  set('hdop', numberIn(fields[14]));
  set('sat', integerIn(fields[15]));
  if (fields[16] === '0' || fields[16] === '1') attributes.ignition = fields[16] === '1';
  if (fields[17] === '0' || fields[17] === '1') attributes.charge = fields[17] === '1';
  set('error', given(fields[18]));
  return draft;
}
