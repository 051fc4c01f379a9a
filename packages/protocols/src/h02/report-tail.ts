/**
 * What follows the status of a report: country, network, area and cell; of OBD units odometer m, °C, litres, metres, area,
 * cell; the card's number; else numbers of the maker's own (`io1`…).
 */
import { type PositionDraft, setAltitude } from '../position-draft.ts';
import { hexIn, integerIn, numberIn } from '../wire/field-text.ts';
import type { TextFields } from '../wire/text-fields.ts';

export const iccid = /^89[0-9A-Fa-f]{13,18}$/;

const minus = 0x2d;
const point = 0x2e;

/** Digits, a minus before them or not. */
function isWhole(fields: TextFields, index: number): boolean {
  return fields.areDigits(index, fields.byte(index) === minus ? 1 : 0);
}

/** Digits, a point, and digits behind it. */
function isDecimal(fields: TextFields, index: number): boolean {
  const mark = fields.find(index, point);
  return mark > 0 && fields.areDigits(index, 0, mark) && fields.areDigits(index, mark + 1);
}

function readVehicle(fields: TextFields, from: number, draft: PositionDraft): boolean {
  if (fields.count < from + 6) return false;
  if (!fields.areDigits(from) || !isWhole(fields, from + 1) || !isDecimal(fields, from + 2)) return false;
  const [area, cell] = [fields.hex(from + 4), fields.hex(from + 5)];
  if (!isWhole(fields, from + 3) || area === undefined || cell === undefined) return false;
  draft.attributes.odometer = fields.number(from) ?? 0;
  draft.attributes.temp1 = fields.number(from + 1) ?? 0;
  draft.attributes.fuel = fields.number(from + 2) ?? 0;
  setAltitude(draft, fields.number(from + 3) ?? 0);
  draft.attributes.lac = area;
  draft.attributes.cellId = cell;
  return true;
}

/** Some makers write the four numbers of a cell in six hexadecimal digits each. */
const wideHex = /^[0-9A-Fa-f]{6}$/;

/** Country, network, area, cell at the head of the tail, blanks around them or not; how many fields they took. */
function readCell(fields: TextFields, from: number, draft: PositionDraft): number {
  if (fields.count < from + 4) return 0;
  const isWide = (index: number) => fields.length(index) >= 6 && wideHex.test(fields.text(index).trim());
  const numberAt =
    isWide(from) && isWide(from + 1) && isWide(from + 2) && isWide(from + 3)
      ? (index: number) => hexIn(fields.text(index).trim())
      : (index: number) => fields.integer(index) ?? integerIn(fields.text(index).trim());
  const [country, network] = [numberAt(from), numberAt(from + 1)];
  if (country === undefined || country < 200 || country > 799 || network === undefined || network > 999)
    return 0;
  const [area, cell] = [numberAt(from + 2), numberAt(from + 3)];
  if (!area || !cell) return 0;
  draft.network = {
    cellTowers: [
      { mobileCountryCode: country, mobileNetworkCode: network, locationAreaCode: area, cellId: cell },
    ],
  };
  return 4;
}

/** Reads from the field behind the status on. */
export function readTail(fields: TextFields, from: number, draft: PositionDraft): void {
  if (from >= fields.count || readVehicle(fields, from, draft)) return;
  const { attributes } = draft;
  for (let at = from + readCell(fields, from, draft); at < fields.count; at += 1) {
    if (fields.isEmpty(at)) continue;
    const value = fields.text(at).trim();
    if (iccid.test(value)) attributes.iccid = value;
    else if (value !== '') attributes[`io${at - from + 1}`] = numberIn(value) ?? value;
  }
}
