/**
 * Data of a device on the tracker's serial port, as it comes in `UEX` reports: fuel probes (`CabAVL,…`, `N1=…`),
 * temperature (`t1=…`), a tachograph's driver (`GTSL|…`), or anything else, kept as text.
 */

import type { AttributeDraft } from '../position-draft.ts';
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

/** `t1=00F5.0`, `N2=0A31`, `Q=1`: hexadecimal, what follows the point is dropped. */
function setPair(attributes: AttributeDraft, name: string, text: string): boolean {
  const digits = partOf(text.trim(), '.', 0) ?? '';
  const [, letter, number] = pairName.exec(name) ?? [];
  if (letter === undefined || !/^[0-9A-Fa-f]{1,8}$/.test(digits)) return false;
  const value = Number.parseInt(digits, 16);
  const index = Number(number) || 1;
  if (letter === 't') attributes[`temp${index}`] = value;
  else if (letter === 'N') addFuel(attributes, `fuel${index}`, value);
  else attributes.drivingQuality = value;
  return true;
}

function setPart(attributes: AttributeDraft, part: string): void {
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
  if (equals > 0 && setPair(attributes, text.slice(0, equals), text.slice(equals + 1))) return;
  if (text === '') return;
  attributes.serial = attributes.serial === undefined ? text : `${attributes.serial};${text}`;
}

/**
 * Takes the data of `length` characters that start with a field, semicolons of its own with them; the index of the
 * field behind its checksum.
 */
export function readSerialData(
  attributes: AttributeDraft,
  fields: TextFields,
  from: number,
  length: number,
): number {
  let index = from;
  let left = length;
  while (left >= 0 && index < fields.count) {
    setPart(attributes, fields.text(index));
    left -= fields.length(index) + 1;
    index += 1;
  }
  return index + 1;
}
