/**
 * Reports of the SA200, ST200, ST300 (ST310U, ST340, ST3300…), ST500 and ST600 series:
 *
 *     HDR;DEV_ID;[MODEL;]SW_VER;DATE;TIME;[CELL;]LAT;LON;SPD km/h;CRS;SATT;FIX;DIST m;PWR_VOLT;I/O;…
 *
 * HDR is series and kind (`ST300STT`). CELL is one field, or five (cell and area in hexadecimal, country, network,
 * signal) in 3G models, or none. I/O is a character each: ignition, inputs, outputs. Then STT: mode, message number;
 * EMG: emergency; EVT: event; ALT: alert; UEX: length, data, checksum. Source: the operation manuals.
 */

import { knotsFromKph } from '@atalaia/domain/units/units';
import { draftAt, type PositionDraft, setCourse, setPlace, setSpeed } from '../position-draft.ts';
import type { TextFields } from '../wire/text-fields.ts';
import { metersIndex, readLegacyTail } from './legacy-tail.ts';
import { setAlertField, setEmergency } from './report-alarm.ts';
import { dateIndex, isVolts, placeIndex, signalIn, strengthOf, timeIn } from './report-fields.ts';
import { readSerialData } from './serial-data.ts';

/** Inputs and outputs behind the ignition, by how many characters there are. */
const layouts = Object.freeze({
  six: { inputs: 3, outputs: 2 },
  eight: { inputs: 4, outputs: 3 },
  manyInputs: { inputs: 5, outputs: 2 },
});

/** The ST300P has six inputs, the ignition with them, and two outputs. */
const manyInputsModel = '13';

function layoutOf(ports: number, model: string) {
  if (model === manyInputsModel) return layouts.manyInputs;
  if (ports === 6) return layouts.six;
  return ports === 8 ? layouts.eight : undefined;
}

const one = 0x31;

function setPorts({ attributes }: PositionDraft, fields: TextFields, index: number, model: string): void {
  const layout = layoutOf(fields.length(index), model);
  if (!layout || !fields.areBits(index)) return;
  const { inputs, outputs } = layout;
  const isOn = (at: number) => fields.byte(index, at) === one;
  attributes.ignition = isOn(0);
  attributes.in1 = isOn(1);
  attributes.in2 = isOn(2);
  attributes.in3 = isOn(3);
  if (inputs > 3) attributes.in4 = isOn(4);
  if (inputs > 4) attributes.in5 = isOn(5);
  attributes.out1 = isOn(inputs + 1);
  attributes.out2 = isOn(inputs + 2);
  if (outputs > 2) attributes.out3 = isOn(inputs + 3);
}

/** Cell, country, network, area, signal. */
function setCell(draft: PositionDraft, fields: TextFields, at: number): void {
  const cellId = fields.hex(at);
  const mobileCountryCode = fields.integer(at + 1);
  const mobileNetworkCode = fields.integer(at + 2);
  const locationAreaCode = fields.hex(at + 3);
  const signal = signalIn(fields, at + 4);
  if (signal !== undefined) draft.attributes.rssi = signal;
  if (!cellId || !mobileCountryCode || mobileNetworkCode === undefined || locationAreaCode === undefined)
    return;
  draft.network = {
    cellTowers: [{ mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId, ...strengthOf(signal) }],
  };
}

/** The field or two that belong to the kind of report; the index of the first field behind them. */
function readKind(kind: string, fields: TextFields, at: number, draft: PositionDraft): number {
  const { attributes } = draft;
  const number = fields.integer(at);
  switch (kind) {
    case 'STT': {
      if (number !== undefined) attributes.status = String(number);
      const index = fields.integer(at + 1);
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
      setAlertField(attributes, fields.text(at));
      return at + 1;
    default: {
      const behind = readSerialData(draft, fields, at + 1, number ?? 0);
      // units that count their data wrongly, or leave out the checksum, have the meters a field before or later
      return metersIndex(fields, behind, at + 2);
    }
  }
}

/** Clones put the battery's voltage before the ports, and write the distance in eight hexadecimal digits. */
function hasEarlyBattery(fields: TextFields, place: number): boolean {
  const ports = fields.length(place + 9);
  return ports >= 6 && ports <= 8 && fields.areBits(place + 9) && isVolts(fields, place + 8);
}

const hexDistanceDigits = 8;

/** Eight hexadecimal digits, the letters large. */
function hexDistanceIn(fields: TextFields, index: number): number | undefined {
  if (fields.length(index) !== hexDistanceDigits) return undefined;
  for (let at = 0; at < hexDistanceDigits; at += 1) if (fields.byte(index, at) > 0x46) return undefined;
  return fields.hex(index);
}

/**
 * Metres, which Suntech writes in decimal digits. Earlier releases read eight digits (10,000 km and more) as
 * hexadecimal, which is right for the clones alone.
 */
function setOdometer(draft: PositionDraft, fields: TextFields, index: number, isClone: boolean): void {
  const hexadecimal = hexDistanceIn(fields, index);
  const metres = isClone && hexadecimal !== undefined ? hexadecimal : fields.number(index);
  if (metres !== undefined) draft.attributes.odometer = metres;
  if (hexadecimal !== undefined && hexadecimal !== metres) draft.former = { odometer: hexadecimal };
}

/** Kinds of report that hold a position. */
export const positionKinds: ReadonlySet<string> = new Set(['STT', 'EMG', 'EVT', 'ALT', 'UEX']);

/** The position, or undefined when the fields do not make one. `receivedMs` replaces a clock that is no date. */
export function readLegacyReport(
  kind: string,
  fields: TextFields,
  receivedMs: number,
): PositionDraft | undefined {
  const date = dateIndex(fields, 2);
  const place = date < 0 ? -1 : placeIndex(fields, date + 2);
  if (place < 0 || fields.count < place + 9) return undefined;
  const model = date >= 4 ? fields.repeated(date - 2) : '';
  const draft = draftAt(timeIn(fields, date, date + 1) ?? receivedMs);
  const { attributes } = draft;
  attributes.type = kind;
  attributes.versionFw = fields.repeated(date - 1);
  if (place - date === 7) setCell(draft, fields, date + 2);
  const latitude = fields.number(place);
  const longitude = fields.number(place + 1);
  const speedKph = fields.number(place + 2);
  const course = fields.number(place + 3);
  const satellites = fields.number(place + 4);
  setPlace(draft, latitude ?? 0, longitude ?? 0, fields.number(place + 5) === 1);
  if (speedKph !== undefined) setSpeed(draft, knotsFromKph(speedKph));
  if (course !== undefined) setCourse(draft, course);
  if (satellites !== undefined) attributes.sat = satellites;
  const isClone = hasEarlyBattery(fields, place);
  setOdometer(draft, fields, place + 6, isClone);
  const power = fields.number(place + 7);
  if (power !== undefined) attributes.power = power;
  const portsAt = place + (isClone ? 9 : 8);
  if (isClone) attributes.battery = fields.number(place + 8) ?? 0;
  setPorts(draft, fields, portsAt, model);
  const behind = readKind(kind, fields, portsAt + 1, draft);
  readLegacyTail(fields, behind, model, draft);
  return draft;
}
