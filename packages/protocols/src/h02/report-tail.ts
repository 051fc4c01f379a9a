/**
 * What follows the status of a report: country, network, area and cell; of OBD units odometer m, °C, litres, metres, area,
 * cell; the card's number; else numbers of the maker's own (`io1`…).
 */
import { type PositionDraft, setAltitude } from '../position-draft.ts';
import { hexIn, integerIn, numberIn } from '../wire/field-text.ts';

export const iccid = /^89[0-9A-Fa-f]{13,18}$/;

function readVehicle(tail: readonly string[], draft: PositionDraft): boolean {
  if (tail.length < 6) return false;
  const [odometer, celsius, litres, altitude, area, cell] = tail;
  if (!/^\d+$/.test(odometer ?? '') || !/^-?\d+$/.test(celsius ?? '') || !/^\d+\.\d+$/.test(litres ?? ''))
    return false;
  if (!/^-?\d+$/.test(altitude ?? '') || hexIn(area) === undefined || hexIn(cell) === undefined) return false;
  draft.attributes.odometer = Number(odometer);
  draft.attributes.temp1 = Number(celsius);
  draft.attributes.fuel = Number(litres);
  setAltitude(draft, Number(altitude));
  draft.attributes.lac = Number.parseInt(area ?? '', 16);
  draft.attributes.cellId = Number.parseInt(cell ?? '', 16);
  return true;
}

/** Some makers write the four numbers of a cell in six hexadecimal digits each. */
const wideHex = /^[0-9A-Fa-f]{6}$/;

/** Country, network, area, cell at the head of the tail; how many fields they took. */
function readCell(tail: readonly string[], draft: PositionDraft): number {
  if (tail.length < 4) return 0;
  const fields = tail.slice(0, 4).map((field) => field.trim());
  const isWide = fields.every((field) => field.length === 6 && wideHex.test(field));
  const [country, network, area, cell] = fields.map(isWide ? hexIn : integerIn);
  if (country === undefined || country < 200 || country > 799 || network === undefined || network > 999)
    return 0;
  if (!area || !cell) return 0;
  draft.network = {
    cellTowers: [
      { mobileCountryCode: country, mobileNetworkCode: network, locationAreaCode: area, cellId: cell },
    ],
  };
  return 4;
}

export function readTail(tail: readonly string[], draft: PositionDraft): void {
  if (readVehicle(tail, draft)) return;
  const { attributes } = draft;
  for (let at = readCell(tail, draft); at < tail.length; at += 1) {
    const value = (tail[at] ?? '').trim();
    if (iccid.test(value)) attributes.iccid = value;
    else if (value !== '') attributes[`io${at + 1}`] = numberIn(value) ?? value;
  }
}
