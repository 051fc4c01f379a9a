/**
 * What an expanded report (`GTERI`) appends behind the device status: the type of the serial device, then for each bit of
 * its mask: 0 fuel sensor's raw value (hexadecimal), 1 one-wire devices (number, then id, type, sixteenths of a degree as
 * 16 bits), 2 vehicle bus (state and data), 3 and 4 fuel in percent and litres (number, then type and values), 7 radio
 * sensors (number, then serial, type, °C, humidity of type 2), 8 wireless accessories (number, then index, type, model,
 * raw data and the accessory).
 * Source: GV200 3.20 (`<ERI Mask>`), github.com/traccar/traccar Gl200TextProtocolDecoder (GTERI) and issue 5964 there.
 */

import type { AttributeDraft, PositionDraft } from '../position-draft.ts';
import { FieldCursor } from '../wire/text-fields.ts';
import { readAccessory } from './accessories.ts';
import { readCanData } from './can-data.ts';
import { setPercent } from './report-tail.ts';
import type { TextMessage } from './text-message.ts';

/** More of one kind than this no tracker holds. */
const maxDevices = 32;

function countIn(cursor: FieldCursor): number {
  return Math.min(cursor.integer() ?? 0, maxDevices);
}

function readOneWire(cursor: FieldCursor, attributes: AttributeDraft): void {
  const count = countIn(cursor);
  for (let index = 1; index <= count && cursor.remaining >= 3; index += 1) {
    cursor.skip(1);
    const type = cursor.next();
    const raw = cursor.hex();
    if (raw === undefined || !cursor.fields.is(type, '1')) continue;
    const sixteenths = ((raw & 0xffff) << 16) >> 16;
    attributes[`temp${index}`] = sixteenths / 16;
  }
}

function readFuelSensors(cursor: FieldCursor, mask: number, attributes: AttributeDraft): void {
  const count = countIn(cursor);
  for (let index = 0; index < count && cursor.remaining > 0; index += 1) {
    cursor.skip(1);
    const level = mask & 0x08 ? cursor.number() : undefined;
    const litres = mask & 0x10 ? cursor.number() : undefined;
    if (mask & 0x400) cursor.skip(1);
    if (index > 0) continue;
    if (level !== undefined && level >= 0 && level <= 100) attributes.fuelLevel = level;
    if (litres !== undefined && litres >= 0) attributes.fuel = litres;
  }
}

function readRadioSensors(cursor: FieldCursor, attributes: AttributeDraft): void {
  const count = countIn(cursor);
  for (let index = 1; index <= count && cursor.remaining >= 3; index += 1) {
    const serial = cursor.text();
    const type = cursor.next();
    const degrees = cursor.number();
    if (serial) attributes[`tag${index}Id`] = serial;
    if (degrees !== undefined && Math.abs(degrees) <= 200) attributes[`tag${index}Temp`] = degrees;
    if (cursor.fields.is(type, '2')) {
      setPercent(attributes, `tag${index}Humidity`, cursor.fields, cursor.next());
    }
  }
}

function readAccessories(cursor: FieldCursor, draft: PositionDraft): void {
  const count = countIn(cursor);
  // models with one more field before it are recognised by the place of the mask
  const isMaskAhead = (skipped: number) => cursor.fields.areHexDigits(cursor.ahead(skipped), 4);
  const before = isMaskAhead(4) || !isMaskAhead(5) ? 4 : 5;
  for (let index = 1; index <= count && cursor.remaining > 0; index += 1) {
    cursor.skip(before);
    readAccessory(cursor, draft, `tag${index}`);
  }
}

/** The GV350M writes its raw fuel value with the other fuel sensors: number, then type, port and value. */
function readGv350Fuel(cursor: FieldCursor, attributes: AttributeDraft): void {
  const count = countIn(cursor);
  for (let index = 0; index < count && cursor.remaining >= 3; index += 1) {
    cursor.skip(2);
    const raw = cursor.hex();
    if (raw !== undefined) attributes.fuelSensor = raw;
  }
}

/** Reads from the serial device's type on; `maskAt` is the index of the mask. */
export function readExpansion(
  message: TextMessage,
  maskAt: number,
  from: number,
  draft: PositionDraft,
): void {
  const { attributes } = draft;
  const { fields, end, model } = message;
  const mask = fields.length(maskAt) === 8 ? fields.hex(maskAt) : undefined;
  if (mask === undefined || from >= end) return;
  const cursor = new FieldCursor(fields, from + 1, end);
  if ((mask & 0x01) !== 0 && model !== 'GV350M') {
    const raw = cursor.hex();
    if (raw !== undefined) attributes.fuelSensor = raw;
  }
  if ((mask & 0x02) !== 0) readOneWire(cursor, attributes);
  if ((mask & 0x04) !== 0) {
    cursor.skip(1);
    readCanData(cursor, attributes);
  }
  if ((mask & 0x01) !== 0 && model === 'GV350M') readGv350Fuel(cursor, attributes);
  else if ((mask & 0x18) !== 0) readFuelSensors(cursor, mask, attributes);
  if (model === 'GL320M') return;
  if ((mask & 0x80) !== 0) readRadioSensors(cursor, attributes);
  if ((mask & 0x100) !== 0) readAccessories(cursor, draft);
}
