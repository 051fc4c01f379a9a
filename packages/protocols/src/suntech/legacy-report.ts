/**
 * Reports of the SA200, ST200, ST300 (ST310U, ST340, ST3300…), ST500 and ST600 series:
 *
 *     HDR;DEV_ID;[MODEL;]SW_VER;DATE;TIME;[CELL;]LAT;LON;SPD km/h;CRS;SATT;FIX;DIST m;PWR_VOLT;I/O;…
 *
 * HDR is series and kind (`ST300STT`). CELL is one field, or five (cell and area in hexadecimal, country, network,
 * signal) in 3G models, or none. I/O is a character each: ignition, inputs, outputs. Then STT: mode, message number;
 * EMG: emergency; EVT: event; ALT: alert; UEX: length, data, checksum. Source: the operation manuals.
 */

import { knotsFromKph } from '@atalaia/domain/units';
import { hexIn, integerIn, numberIn } from '../field-text.ts';
import { draftAt, type PositionDraft, setCourse, setPlace, setSpeed } from '../position-draft.ts';
import { readLegacyTail } from './legacy-tail.ts';
import { setAlertField, setEmergency } from './report-alarm.ts';
import { dateIndex, placeIndex, timeIn } from './report-fields.ts';
import { readSerialData } from './serial-data.ts';

/** Inputs and outputs behind the ignition, by how many characters there are. */
const layouts: ReadonlyMap<number, { readonly inputs: number; readonly outputs: number }> = new Map([
  [6, { inputs: 3, outputs: 2 }],
  [8, { inputs: 4, outputs: 3 }],
]);

/** The ST300P has six inputs and two outputs. */
const sixInputModel = '13';

const inputNames: readonly string[] = Object.freeze(['', 'in1', 'in2', 'in3', 'in4', 'in5']);
const outputNames: readonly string[] = Object.freeze(['', 'out1', 'out2', 'out3']);

function setPorts(draft: PositionDraft, ports: string, model: string | undefined): void {
  const { attributes } = draft;
  const layout = model === sixInputModel ? { inputs: 5, outputs: 2 } : layouts.get(ports.length);
  if (!layout || !/^[01]+$/.test(ports)) return;
  attributes.ignition = ports.charAt(0) === '1';
  for (let input = 1; input <= layout.inputs; input += 1) {
    attributes[inputNames[input] ?? ''] = ports.charAt(input) === '1';
  }
  for (let output = 1; output <= layout.outputs; output += 1) {
    attributes[outputNames[output] ?? ''] = ports.charAt(layout.inputs + output) === '1';
  }
}

/** Cell, country, network, area, signal. */
function setCell(draft: PositionDraft, fields: readonly string[]): void {
  const cellId = hexIn(fields[0]);
  const [mobileCountryCode, mobileNetworkCode] = [integerIn(fields[1]), integerIn(fields[2])];
  const locationAreaCode = hexIn(fields[3]);
  const signal = integerIn(fields[4]);
  if (signal !== undefined) draft.attributes.rssi = signal;
  if (!cellId || !mobileCountryCode || mobileNetworkCode === undefined || locationAreaCode === undefined)
    return;
  draft.network = {
    cellTowers: [{ mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId }],
  };
}

/** The field or two that belong to the kind of report; the index of the first field behind them. */
function readKind(kind: string, fields: readonly string[], at: number, draft: PositionDraft): number {
  const { attributes } = draft;
  const number = integerIn(fields[at]);
  switch (kind) {
    case 'STT': {
      if (number !== undefined) attributes.status = String(number);
      const index = integerIn(fields[at + 1]);
      if (index !== undefined) attributes.index = index;
      return at + 2;
    }
    case 'EMG':
      if (number !== undefined) setEmergency(attributes, number);
      return at + 1;
    case 'EVT':
      if (number !== undefined) attributes.event = String(number);
      return at + 1;
    case 'ALT':
      setAlertField(attributes, fields[at] ?? '');
      return at + 1;
    default:
      return readSerialData(attributes, fields, at + 1, number ?? 0);
  }
}

/** Clones put the battery's voltage before the ports, and the distance in eight hexadecimal digits. */
function hasEarlyBattery(fields: readonly string[], place: number): boolean {
  return /^[01]{6,8}$/.test(fields[place + 9] ?? '') && /^\d{1,2}\.\d+$/.test(fields[place + 8] ?? '');
}

function isEightHex(field: string | undefined): boolean {
  return field?.length === 8 && /^[0-9A-F]{8}$/.test(field);
}

/** Kinds of report that hold a position. */
export const positionKinds: ReadonlySet<string> = new Set(['STT', 'EMG', 'EVT', 'ALT', 'UEX']);

/** The position, or undefined when the fields do not make one. `receivedMs` stands in for a clock that is no date. */
export function readLegacyReport(
  kind: string,
  fields: readonly string[],
  receivedMs: number,
): PositionDraft | undefined {
  const date = dateIndex(fields, 2);
  const place = date < 0 ? -1 : placeIndex(fields, date + 2);
  if (place < 0 || fields.length < place + 9) return undefined;
  const model = date >= 4 ? fields[date - 2] : undefined;
  const draft = draftAt(timeIn(fields[date], fields[date + 1]) ?? receivedMs);
  const { attributes } = draft;
  attributes.type = kind;
  attributes.versionFw = fields[date - 1] ?? '';
  if (place - date === 7) setCell(draft, fields.slice(date + 2, place));
  const [latitude, longitude, speedKph, course, satellites, fixed, odometer, power] = fields
    .slice(place, place + 8)
    .map(numberIn);
  setPlace(draft, latitude ?? 0, longitude ?? 0, fixed === 1);
  if (speedKph !== undefined) setSpeed(draft, knotsFromKph(speedKph));
  if (course !== undefined) setCourse(draft, course);
  if (satellites !== undefined) attributes.sat = satellites;
  const metres = isEightHex(fields[place + 6]) ? hexIn(fields[place + 6]) : odometer;
  if (metres !== undefined) attributes.odometer = metres;
  if (power !== undefined) attributes.power = power;
  const portsAt = place + (hasEarlyBattery(fields, place) ? 9 : 8);
  if (portsAt === place + 9) attributes.battery = Number(fields[place + 8]);
  setPorts(draft, fields[portsAt] ?? '', model);
  const behind = readKind(kind, fields, portsAt + 1, draft);
  readLegacyTail(fields.slice(behind), model, draft);
  return draft;
}
