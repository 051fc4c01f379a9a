/**
 * Reports of the ST900 series: `ST910;KIND;DEV_ID;[SW_VER;]DATE;TIME;[CELL;]LAT;LON;SPD km/h;CRS;FIX;…` with KIND one
 * of Location, Emergency, Alert, and behind FIX the distance in those that name a cell, the battery's voltage, and
 * the number of the alert or emergency last. (Layout: Suntech ST910; read in traccar's decoder.)
 */

import { knotsFromKph } from '@atalaia/domain/units/units';
import type { CellTower } from '../decoded-position.ts';
import { addAlarm, draftAt, type PositionDraft, setCourse, setPlace, setSpeed } from '../position-draft.ts';
import type { TextFields } from '../wire/text-fields.ts';
import { setAlertField, setEmergency } from './report-alarm.ts';
import { dateIndex, isVolts, placeIndex, timeIn } from './report-fields.ts';

export const st900Kinds: ReadonlySet<string> = new Set(['Location', 'Emergency', 'Alert']);

/** Volts of two decimals at most. */
function isBattery(fields: TextFields, index: number): boolean {
  return fields.length(index) <= fields.find(index, 0x2e) + 3 && isVolts(fields, index);
}

/** `last` is the index of the last field, -1 where it is none of the reason. */
function setReason(draft: PositionDraft, kind: string, fields: TextFields, last: number): void {
  const { attributes } = draft;
  const number = fields.integer(last);
  if (kind === 'Emergency' && number !== undefined) setEmergency(attributes, number);
  else if (kind === 'Alert' && last >= 0) setAlertField(attributes, fields.text(last));
  // an alert whose number has no alarm, as of the ignition, is none; one without a number is one, but which is not reported
  const isUnnamed = kind === 'Emergency' || (kind === 'Alert' && attributes.event === undefined);
  if (isUnnamed && attributes.alarm === undefined) addAlarm(attributes, 'general');
}

export function readSt900Report(
  kind: string,
  fields: TextFields,
  receivedMs: number,
): PositionDraft | undefined {
  const date = dateIndex(fields, 3);
  const place = date < 0 ? -1 : placeIndex(fields, date + 2);
  if (place < 0 || fields.count < place + 5) return undefined;
  const draft = draftAt(timeIn(fields, date, date + 1) ?? receivedMs);
  const { attributes } = draft;
  attributes.type = kind;
  if (date > 3) attributes.versionFw = fields.text(date - 1);
  setPlace(draft, fields.number(place) ?? 0, fields.number(place + 1) ?? 0, fields.number(place + 4) === 1);
  const speedKph = fields.number(place + 2);
  if (speedKph !== undefined) setSpeed(draft, knotsFromKph(speedKph));
  const course = fields.number(place + 3);
  if (course !== undefined) setCourse(draft, course);
  const rest = place + 5;
  const odometer = place > date + 2 ? fields.integer(rest) : undefined;
  if (odometer !== undefined) attributes.odometer = odometer;
  let battery = rest;
  while (battery < fields.count && !isBattery(fields, battery)) battery += 1;
  if (battery < fields.count) attributes.battery = fields.number(battery) ?? 0;
  setReason(draft, kind, fields, fields.count > rest + 1 ? fields.count - 1 : -1);
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

function cellAt(fields: TextFields, at: number, first: boolean): CellTower | undefined {
  const cellId = fields.integer(at);
  const mobileCountryCode = fields.integer(at + 1);
  const mobileNetworkCode = fields.integer(at + 2);
  const locationAreaCode = fields.integer(first ? at + 4 : at + 3);
  if (!cellId || !mobileCountryCode || mobileNetworkCode === undefined || locationAreaCode === undefined) {
    return undefined;
  }
  return { mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId };
}

export function readSt400Report(
  kind: string,
  fields: TextFields,
  receivedMs: number,
): PositionDraft | undefined {
  const draft = draftAt(receivedMs);
  const { attributes } = draft;
  const hasVariant = fields.is(3, variantModel);
  const cellsAt = hasVariant ? 5 : 4;
  let at = cellsAt + cellCount * cellFields;
  if (fields.count < at + 5) return undefined;
  attributes.type = kind;
  attributes.versionFw = fields.text(2);
  const towers = Array.from({ length: cellCount }, (_, index) =>
    cellAt(fields, cellsAt + index * cellFields, index === 0),
  ).filter((tower) => tower !== undefined);
  if (towers.length > 0) draft.network = { cellTowers: towers };
  const battery = fields.number(at);
  if (battery !== undefined) attributes.battery = battery;
  if (fields.is(at + 1, '0')) attributes.archive = true;
  const index = fields.integer(at + 2);
  if (index !== undefined) attributes.index = index;
  attributes.status = fields.text(at + 3);
  at += 4;
  if (fields.length(at) === 3) at += 1;
  if (hasVariant) {
    attributes.motion = fields.is(at + 2, '2');
    at += 3;
  }
  const fixTimeMs = timeIn(fields, at, at + 1);
  if (fixTimeMs === undefined) return draft;
  draft.fixTimeMs = fixTimeMs;
  const [speedKph, course] = [fields.number(at + 4), fields.number(at + 5)];
  const satellites = fields.number(at + 6);
  const isFixed = fields.number(at + 7) === 1;
  setPlace(draft, fields.number(at + 2) ?? 0, fields.number(at + 3) ?? 0, isFixed);
  if (speedKph !== undefined) setSpeed(draft, knotsFromKph(speedKph));
  if (course !== undefined) setCourse(draft, course);
  if (satellites !== undefined) attributes.sat = satellites;
  return draft;
}
