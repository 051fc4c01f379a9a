/**
 * Data of a device on the tracker's serial port, as it comes in `UEX` reports: fuel probes (`CabAVL,…`, `N1=…`),
 * temperature (`t1=…`), a tachograph's driver (`GTSL|…`), or anything else, kept as text. Source: Omnicomm, LLS
 * integration, single reading (a temperature is a byte, -128 to 127 °C).
 */

import { type AttributeDraft, type PositionDraft, setMended } from '../position-draft.ts';
import { withoutControls } from '../wire/byte-text.ts';
import { numberIn, partOf } from '../wire/field-text.ts';
import type { TextFields } from '../wire/text-fields.ts';

function addFuel(attributes: AttributeDraft, name: string, volume: number | undefined): void {
  if (volume === undefined || volume <= 0) return;
  attributes[name] = volume;
  const sum = typeof attributes.fuel === 'number' ? attributes.fuel : 0;
  attributes.fuel = sum + volume;
}

/** A letter and perhaps a number; every other word with a value is someone's own text. */
const pairName = /^([tNQ])\D?(\d{0,2})$/;

/** Two digits are a signed byte, °C. Earlier releases took degrees below zero for many above it. */
function setDegrees(draft: PositionDraft, key: string, value: number, digits: number): void {
  const degrees = digits === 2 ? (value << 24) >> 24 : value;
  if (degrees === value) draft.attributes[key] = value;
  else setMended(draft, key, degrees, { [key]: value });
}

/** `t1=1A`, `N2=0A31.0`, `Q=1`: hexadecimal, what follows the point is dropped. */
function setPair(draft: PositionDraft, name: string, text: string): boolean {
  const { attributes } = draft;
  const digits = partOf(text.trim(), '.', 0) ?? '';
  const [, letter, number] = pairName.exec(name) ?? [];
  if (letter === undefined || !/^[0-9A-Fa-f]{1,8}$/.test(digits)) return false;
  const value = Number.parseInt(digits, 16);
  const index = Number(number) || 1;
  if (letter === 't') setDegrees(draft, `temp${index}`, value, digits.length);
  else if (letter === 'N') addFuel(attributes, `fuel${index}`, value);
  else attributes.drivingQuality = value;
  return true;
}

function setPart(draft: PositionDraft, part: string): void {
  const { attributes } = draft;
  const text = withoutControls(part);
  if (text.startsWith('CabAVL')) {
    addFuel(attributes, 'fuel1', numberIn(partOf(text, ',', 2)));
    addFuel(attributes, 'fuel2', numberIn(partOf(text, ',', 3)));
    return;
  }
  const driver = text.startsWith('GTSL') ? partOf(text, '|', 4) : undefined;
  if (driver) {
    attributes.driverUniqueId = driver;
    return;
  }
  const equals = text.indexOf('=');
  if (equals > 0 && setPair(draft, text.slice(0, equals), text.slice(equals + 1))) return;
  if (text === '') return;
  attributes.serial = attributes.serial === undefined ? text : `${attributes.serial};${text}`;
}

/**
 * Takes the data of `length` characters that start with a field, semicolons of its own with them; the index of the
 * field behind its checksum.
 */
export function readSerialData(
  draft: PositionDraft,
  fields: TextFields,
  from: number,
  length: number,
): number {
  let index = from;
  let left = length;
  while (left >= 0 && index < fields.count) {
    setPart(draft, fields.text(index));
    left -= fields.length(index) + 1;
    index += 1;
  }
  return index + 1;
}
