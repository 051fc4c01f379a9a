/**
 * Data that the tracker passes on from its serial port: GTDTT `reserved | reserved | type | length | hexadecimal data`,
 * GTDAT `data`, or `report type | reserved | reserved | data` and a place.
 * Source: GV200 3.20, +RESP:GTDAT; github.com/traccar/traccar Gl200TextProtocolDecoder (GTDTT).
 */
import { isPrintable, withoutControls } from '../byte-text.ts';
import { numberIn } from '../field-text.ts';
import type { AttributeDraft } from '../position-draft.ts';
import type { TextMessage } from './text-message.ts';

const evenHex = /^(?:[0-9A-Fa-f]{2})+$/;

/** A fuel meter that writes `COMB,…,litres`. */
function setMetered(attributes: AttributeDraft, text: string): void {
  const litres = text.includes('COMB') ? numberIn(text.split(',')[2]) : undefined;
  if (litres !== undefined && litres >= 0) attributes.fuel = litres;
}

/** `at` is the index of the place, or of the message's end. */
export function readPassedData(
  { kind, fields, from }: TextMessage,
  at: number,
  attributes: AttributeDraft,
): void {
  const data = kind === 'DTT' ? fields.slice(from, at).findLast((field) => field !== '') : fields[at - 1];
  if (!data) return;
  const bytes = kind === 'DTT' && evenHex.test(data) ? Buffer.from(data, 'hex') : undefined;
  const text = bytes && isPrintable(bytes) ? withoutControls(bytes.toString('latin1')) : data;
  if (text === '') return;
  setMetered(attributes, text);
  attributes.data = text;
}

export const passingKinds: ReadonlySet<string> = new Set(['DTT', 'DAT']);
