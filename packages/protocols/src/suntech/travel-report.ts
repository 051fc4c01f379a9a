/**
 * The end of a journey: `ST300HTE;DEV_ID;[MODEL;]SW_VER;DATE;TIME;DIST;PWR_VOLT;H_METER;BCK_VOLT;MSG_TYPE;
 * TRAVEL_DIST;TRAVEL_TIME;TIME_STOP;TIME_MOVING;LAT;LON (start);LAT;LON (end);…;DRIVER_ID`, times in minutes.
 * Source: ST300/ST340 operation manual 6-5. The position is where the journey ended.
 */
import { numberIn } from '../field-text.ts';
import { draftAt, type PositionDraft, setPlace } from '../position-draft.ts';
import { dateIndex, placeIndex, timeIn } from './report-fields.ts';

export function readTravelReport(
  kind: string,
  fields: readonly string[],
  receivedMs: number,
): PositionDraft | undefined {
  const date = dateIndex(fields, 2);
  if (date < 0 || fields.length < date + 11) return undefined;
  const draft = draftAt(timeIn(fields[date], fields[date + 1]) ?? receivedMs);
  const { attributes } = draft;
  attributes.type = kind;
  attributes.versionFw = fields[date - 1] ?? '';
  const [odometer, power, minutes, battery, live, journey, , , moving] = fields
    .slice(date + 2, date + 11)
    .map(numberIn);
  if (odometer !== undefined) attributes.odometer = odometer;
  if (power !== undefined) attributes.power = power;
  if (minutes !== undefined) attributes.hours = minutes * 60_000;
  if (battery !== undefined) attributes.battery = battery;
  if (live === 0) attributes.archive = true;
  if (journey !== undefined) attributes.tripOdometer = journey;
  if (moving !== undefined) attributes.drivingTime = moving * 60_000;
  const start = placeIndex(fields, date + 9);
  if (start >= 0) setPlace(draft, numberIn(fields[start + 2]) ?? 0, numberIn(fields[start + 3]) ?? 0, true);
  const driver = fields.at(-1) ?? '';
  if (/^[0-9A-Fa-f]{8,16}$/.test(driver) && /[^0]/.test(driver)) attributes.driverUniqueId = driver;
  return draft;
}
