/**
 * Reports of the ST400 series (battery assets): `HDR;DEV_ID;SW_VER;MODEL;[variant;]` seven cells of six fields,
 * battery volts, 1 now or 0 stored, message number, status, perhaps a partner network's state, and when there is a
 * fix date, time, place, speed km/h, course, satellites, fix. The first cell is `CI;MCC;MNC;RX;LAC;TA`, the others
 * `CI;MCC;MNC;LAC;RX;TA`. (Layout: read in traccar's decoder.)
 */

import { knotsFromKph } from '@atalaia/domain/units/units';
import type { CellTower } from '../decoded-position.ts';
import { draftAt, type PositionDraft, setCourse, setPlace, setSpeed } from '../position-draft.ts';
import { integerIn, numberIn } from '../wire/field-text.ts';
import { timeIn } from './report-fields.ts';

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
