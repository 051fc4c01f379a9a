import { draftAt, type PositionDraft, setPlace } from '../position-draft.ts';
import type { DecodeContext } from '../protocol.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { instantOfDigits } from '../wire/digit-clock.ts';
import { degreesIn } from '../wire/field-text.ts';

const cards = 15;

/**
 * 0x9966: the numbers of up to fifteen cards, u32 each, 0 for none, then `|HHmmss,ddMMyy,ddmm.mmmm,N,dddmm.mmmm,E`. The last
 * card is the driver's. Source: a public decoder.
 */
export function readCardReport(data: Uint8Array, { settings }: DecodeContext): PositionDraft | undefined {
  const reader = new ByteReader(data);
  const numbers = Array.from({ length: cards }, () => reader.u32());
  if (reader.overrun) return undefined;
  const [, sentence = ''] = reader.text(reader.remaining).split('|');
  const [time, date, latitude, north, longitude, east] = sentence.trim().split(',');
  const fixTimeMs = instantOfDigits('ddMMyy', date, time, settings?.timezone);
  const [degreesNorth, degreesEast] = [degreesIn(latitude, north), degreesIn(longitude, east)];
  if (fixTimeMs === undefined || degreesNorth === undefined || degreesEast === undefined) return undefined;
  const draft = draftAt(fixTimeMs);
  setPlace(draft, degreesNorth, degreesEast, true);
  numbers.forEach((number, index) => {
    if (number === 0) return;
    const card = String(number).padStart(10, '0');
    draft.attributes[`card${index + 1}`] = card;
    draft.attributes.driverUniqueId = card;
  });
  return draft;
}
