/**
 * Reports of the ST900 series: `ST910;KIND;DEV_ID;[SW_VER;]DATE;TIME;[CELL;]LAT;LON;SPD km/h;CRS;FIX;…` with KIND one
 * of Location, Emergency, Alert, and behind FIX the distance in those that name a cell, the battery's voltage, and
 * the number of the alert or emergency last. (Layout: Suntech ST910; read in traccar's decoder.)
 */

import { knotsFromKph } from '@atalaia/domain/units/units';
import type { CellTower } from '../decoded-position.ts';
import { addAlarm, draftAt, type PositionDraft, setCourse, setPlace, setSpeed } from '../position-draft.ts';
import { integerIn, numberIn } from '../wire/field-text.ts';
import { setAlertField, setEmergency } from './report-alarm.ts';
import { dateIndex, placeIndex, timeIn } from './report-fields.ts';

export const st900Kinds: ReadonlySet<string> = new Set(['Location', 'Emergency', 'Alert']);

const volts = /^\d{1,2}\.\d{1,2}$/;

function setReason(draft: PositionDraft, kind: string, last: string | undefined): void {
  const { attributes } = draft;
  const number = integerIn(last);
  if (kind === 'Emergency' && number !== undefined) setEmergency(attributes, number);
  else if (kind === 'Alert' && last !== undefined) setAlertField(attributes, last);
  // an alert whose number has no alarm, as of the ignition, is none; one without a number is one, but which is not reported
  const isUnnamed = kind === 'Emergency' || (kind === 'Alert' && attributes.event === undefined);
  if (isUnnamed && attributes.alarm === undefined) addAlarm(attributes, 'general');
}

export function readSt900Report(
  kind: string,
  fields: readonly string[],
  receivedMs: number,
): PositionDraft | undefined {
  const date = dateIndex(fields, 3);
  const place = date < 0 ? -1 : placeIndex(fields, date + 2);
  if (place < 0 || fields.length < place + 5) return undefined;
  const draft = draftAt(timeIn(fields[date], fields[date + 1]) ?? receivedMs);
  const { attributes } = draft;
  attributes.type = kind;
  if (date > 3) attributes.versionFw = fields[date - 1] ?? '';
  const [latitude, longitude, speedKph, course, fixed] = fields.slice(place, place + 5).map(numberIn);
  setPlace(draft, latitude ?? 0, longitude ?? 0, fixed === 1);
  if (speedKph !== undefined) setSpeed(draft, knotsFromKph(speedKph));
  if (course !== undefined) setCourse(draft, course);
  const rest = fields.slice(place + 5);
  const odometer = place > date + 2 ? integerIn(rest[0]) : undefined;
  if (odometer !== undefined) attributes.odometer = odometer;
  const battery = rest.find((field) => volts.test(field));
  if (battery !== undefined) attributes.battery = Number(battery);
  setReason(draft, kind, rest.length > 1 ? rest.at(-1) : undefined);
  return draft;
}

/**
 * Reports of the ST400 series (battery assets): `HDR;DEV_ID;SW_VER;MODEL;[variant;]` seven cells of six fields,
 * battery volts, 1 now or 0 stored, message number, status, perhaps a partner network's state, and when there is a
 * fix date, time, place, speed km/h, course, satellites, fix. The first cell is `CI;MCC;MNC;RX;LAC;TA`, the others
 * `CI;MCC;MNC;LAC;RX;TA`. (Layout: read in traccar's decoder.)
 */
const cellCount = 7;
const cellFields = 6;
const variantModel = '41';

function cellAt(fields: readonly string[], at: number, first: boolean): CellTower | undefined {
  const [cellId, mobileCountryCode, mobileNetworkCode, third, fourth] = fields
    .slice(at, at + 5)
    .map(integerIn);
  const locationAreaCode = first ? fourth : third;
  if (!cellId || !mobileCountryCode || mobileNetworkCode === undefined || locationAreaCode === undefined) {
    return undefined;
  }
  return { mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId };
}

export function readSt400Report(
  kind: string,
  fields: readonly string[],
  receivedMs: number,
): PositionDraft | undefined {
  const draft = draftAt(receivedMs);
  const { attributes } = draft;
  const hasVariant = fields[3] === variantModel;
  const cellsAt = hasVariant ? 5 : 4;
  let at = cellsAt + cellCount * cellFields;
  if (fields.length < at + 5) return undefined;
  attributes.type = kind;
  attributes.versionFw = fields[2] ?? '';
  const towers = Array.from({ length: cellCount }, (_, index) =>
    cellAt(fields, cellsAt + index * cellFields, index === 0),
  ).filter((tower) => tower !== undefined);
  if (towers.length > 0) draft.network = { cellTowers: towers };
  const battery = numberIn(fields[at]);
  if (battery !== undefined) attributes.battery = battery;
  if (fields[at + 1] === '0') attributes.archive = true;
  const index = integerIn(fields[at + 2]);
  if (index !== undefined) attributes.index = index;
  attributes.status = fields[at + 3] ?? '';
  at += 4;
  if (fields[at]?.length === 3) at += 1;
  if (hasVariant) {
    attributes.motion = fields[at + 2] === '2';
    at += 3;
  }
  const fixTimeMs = timeIn(fields[at], fields[at + 1]);
  if (fixTimeMs === undefined) return draft;
  draft.fixTimeMs = fixTimeMs;
  const [latitude, longitude, speedKph, course, satellites, fixed] = fields
    .slice(at + 2, at + 8)
    .map(numberIn);
  setPlace(draft, latitude ?? 0, longitude ?? 0, fixed === 1);
  if (speedKph !== undefined) setSpeed(draft, knotsFromKph(speedKph));
  if (course !== undefined) setCourse(draft, course);
  if (satellites !== undefined) attributes.sat = satellites;
  return draft;
}
