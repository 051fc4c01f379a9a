/**
 * The report of the XT series:
 *
 *     TK,ID,yyMMddHHmmss,latitude,longitude,km/h,course,satellites,metres,F,country,network,area,cell,signal,,battery V,charging,…
 *
 * F or L: with or without a fix; area and cell are hexadecimal. A sign of life `HI,ID` may precede it.
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
import { hexIn, integerIn, numberIn } from '../wire/field-text.ts';
import type { Zone } from '../wire/tracker-clock.ts';

interface XtReport {
  readonly uniqueId: string;
  readonly draft: PositionDraft;
}

function readNetwork(fields: readonly string[], draft: PositionDraft): void {
  const [country, network] = [integerIn(fields[10]), integerIn(fields[11])];
  const [area, cell] = [hexIn(fields[12]), hexIn(fields[13])];
  if (!country || network === undefined || !area || !cell) return;
  draft.network = {
    cellTowers: [
      { mobileCountryCode: country, mobileNetworkCode: network, locationAreaCode: area, cellId: cell },
    ],
  };
}

/** The position and whose it is, or undefined when the fields do not make one. */
export function readXtReport(text: string, zone: Zone): XtReport | undefined {
  const start = text.indexOf('TK,');
  if (start < 0) return undefined;
  const fields = text.slice(start).trim().split(',');
  const [, uniqueId = '', clock = ''] = fields;
  const time = instantOfDigits('yyMMdd', clock.slice(0, 6), clock.slice(6), zone);
  const [latitude, longitude, kph, course] = fields.slice(3, 7).map(numberIn);
  if (!/^\d{6,20}$/.test(uniqueId) || time === undefined) return undefined;
  if (latitude === undefined || longitude === undefined) return undefined;
  const draft = draftAt(time);
  const { attributes } = draft;
  setPlace(draft, latitude, longitude, fields[9] === 'F');
  if (kph !== undefined) setSpeed(draft, knotsFromKph(kph));
  if (course !== undefined) setCourse(draft, course);
  const [satellites, signal] = [integerIn(fields[7]), integerIn(fields[14])];
  if (satellites !== undefined) attributes.sat = satellites;
  const altitude = numberIn(fields[8]);
  if (altitude !== undefined) setAltitude(draft, altitude);
  if (signal !== undefined) attributes.rssi = signal;
  const battery = numberIn(fields[16]);
  if (battery !== undefined) attributes.battery = battery;
  if (fields[17] === '0' || fields[17] === '1') attributes.charge = fields[17] === '1';
  readNetwork(fields, draft);
  return { uniqueId, draft };
}
