/**
 * Diagnosis of the GV500 line (`GTOBD`), before the place:
 *
 *     report type | mask | VIN | connected | mV | supported PIDs | rpm | km/h | °C | l/100 km | km since codes cleared |
 *     km with the lamp on | lamp | codes | codes as hexadecimal | throttle % | load % | fuel % | [protocol] | [km]
 *
 * Source: github.com/traccar/traccar Gl200TextProtocolDecoder (GTOBD); GV500MAP 5.00 as github.com/pru-smartwheels-gps
 * /OBD_BEND describes it.
 */
import type { AttributeDraft } from '../position-draft.ts';
import { integerIn, numberIn } from '../wire/field-text.ts';
import { FieldCursor } from './field-cursor.ts';
import { setPercent } from './report-tail.ts';
import type { TextMessage } from './text-message.ts';

const maskField = /^[0-9A-Fa-f]{3,8}$/;

/** Behind the report type; reports of a watched value (`GTOSM`) have a number before it. */
function maskIndex({ fields, from }: TextMessage): number {
  for (let at = from; at < from + 4; at += 1) if (maskField.test(fields[at] ?? '')) return at;
  return -1;
}

export const diagnosisKinds: ReadonlySet<string> = new Set(['OBD', 'OSM']);

/** `at` is the index of the first field of the place. */
export function readDiagnosis(message: TextMessage, at: number, attributes: AttributeDraft): void {
  const mask = maskIndex(message);
  if (mask < 0 || mask >= at) return;
  const cursor = new FieldCursor(message.fields, mask + 1, at);
  const vin = cursor.next();
  if (vin?.length === 17) attributes.vin = vin;
  cursor.skip(1);
  const millivolts = integerIn(cursor.next());
  if (millivolts !== undefined && millivolts < 100_000) attributes.power = millivolts / 1000;
  cursor.skip(1);
  const rpm = integerIn(cursor.next());
  if (rpm !== undefined && rpm <= 16_383) attributes.rpm = rpm;
  const speedKph = integerIn(cursor.next());
  if (speedKph !== undefined && speedKph <= 255) attributes.obdSpeed = speedKph;
  const coolant = numberIn(cursor.next());
  if (coolant !== undefined && coolant >= -40 && coolant <= 215) attributes.engineTemp = coolant;
  cursor.skip(1);
  const clearedKm = integerIn(cursor.next());
  if (clearedKm !== undefined) attributes.dtcsClearedDistance = clearedKm * 1000;
  cursor.skip(2);
  const codes = integerIn(cursor.next());
  if (codes !== undefined) attributes.dtcCount = codes;
  const faults = cursor.next();
  if (faults) attributes.dtcs = faults;
  setPercent(attributes, 'throttle', cursor.next());
  setPercent(attributes, 'engineLoad', cursor.next());
  setPercent(attributes, 'fuelLevel', cursor.next());
  if (cursor.remaining > 1) cursor.skip(1);
  const mileage = message.kind === 'OBD' ? numberIn(cursor.next()) : undefined;
  if (mileage !== undefined && mileage >= 0) attributes.obdOdometer = Math.round(mileage * 1000);
}
