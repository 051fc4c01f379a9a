/**
 * A wireless accessory: a mask of four hexadecimal digits and a field for each bit: 0 name, 1 address, 2 status, 3 mV,
 * 4 °C, 5 humidity %, 7 ports, 8 event, 9 pressure, 10 time, 11 fine °C, 12 magnet (three), 13 battery %, 14 relay.
 * Source: GV310LAU @Track Air Interface Protocol as described in public notes on it; GTBAA and GTBID of traccar.
 */

import { type AttributeDraft, type PositionDraft, setLevelOf } from '../position-draft.ts';
import { FieldCursor } from '../wire/text-fields.ts';
import type { TextMessage } from './text-message.ts';

function setDegrees(attributes: AttributeDraft, key: string, degrees: number | undefined): void {
  if (degrees !== undefined && Math.abs(degrees) <= 200) attributes[key] = degrees;
}

const magnetFields = 3;

/** Reads an accessory from its mask on, into attributes that begin with `prefix`. */
export function readAccessory(cursor: FieldCursor, draft: PositionDraft, prefix: string): void {
  const { fields } = cursor;
  const { attributes } = draft;
  const mask = cursor.hex() ?? 0;
  for (let bit = 0; bit < 16; bit += 1) {
    if (((mask >>> bit) & 1) === 0) continue;
    const index = cursor.next();
    if (bit === 12) cursor.skip(magnetFields - 1);
    if (fields.isEmpty(index)) continue;
    if (bit === 1) attributes[`${prefix}Id`] = fields.text(index);
    else if (bit === 4 || bit === 11) setDegrees(attributes, `${prefix}Temp`, fields.number(index));
    else if (bit === 3) {
      const millivolts = fields.integer(index);
      if (millivolts !== undefined) attributes[`${prefix}Voltage`] = millivolts / 1000;
    } else if (bit === 5 || bit === 13) {
      const percent = fields.integer(index);
      if (percent === undefined || percent > 100) continue;
      if (bit === 5) attributes[`${prefix}Humidity`] = percent;
      else setLevelOf(draft, prefix, percent);
    }
  }
}

/** What precedes the mask in reports of accessories: index, type, model and alarm, or number and model. */
const beforeMask: ReadonlyMap<string, number> = new Map([
  ['BAA', 4],
  ['BID', 2],
]);

/** Reads the accessory that a report is about; nothing for other kinds. `at` is the index of the place. */
export function readReportedAccessory(message: TextMessage, at: number, draft: PositionDraft): void {
  const skipped = beforeMask.get(message.kind);
  if (skipped === undefined) return;
  readAccessory(new FieldCursor(message.fields, message.from + skipped, at), draft, 'tag1');
}
