/**
 * What a unit says of itself (3) and of a command (1, 6). Type 3:
 *
 *     script u8 | configuration u8 | version 3 | class u8 | unit u8 | modem u8 | application u8 | kind of id u8 | query u32 |
 *     ESN 8 | IMEI 8 | IMSI 8 | phone 8 | card 10, packed decimals filled up with F
 *
 * Type 1: type of what is answered, result, a free byte, version 3. Type 6: action (2 read, 3 written), then parameters.
 */

import type { AttributeDraft } from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { hexText } from '../wire/byte-text.ts';
import { type Message, messageTypes } from './datagram.ts';

export interface UnitIdentity {
  readonly attributes: AttributeDraft;
  /** Other names of the same unit: IMEI and ESN. */
  readonly names: readonly string[];
}

function digitsOf(reader: ByteReader, bytes: number): string {
  const digits = reader.hex(bytes).replace(/f/g, '');
  return /^\d*[1-9]\d*$/.test(digits) ? digits : '';
}

/** Type 3; undefined when its bytes are too few. */
export function readIdentity(body: Uint8Array): UnitIdentity | undefined {
  const reader = new ByteReader(body);
  const attributes: AttributeDraft = {};
  attributes.scriptVersion = reader.u8();
  attributes.configurationVersion = reader.u8();
  const version = reader.text(3);
  if (/^[\x21-\x7e]+$/.test(version)) attributes.versionFw = version;
  reader.skip(1);
  attributes.status = String(reader.u8());
  reader.skip(1);
  attributes.versionHw = String(reader.u8());
  reader.skip(5);
  const serial = digitsOf(reader, 8);
  const imei = digitsOf(reader, 8);
  reader.skip(16);
  const card = digitsOf(reader, 10);
  if (reader.overrun) return undefined;
  if (card !== '') attributes.iccid = card;
  return { attributes, names: [imei, serial].filter((name) => name !== '') };
}

const results: readonly string[] = [
  'success',
  'failure',
  'message not supported',
  'operation not supported',
  'not passed on',
  'authentication failed',
  'unknown mobile id',
  'sequence repeated',
];

const acknowledgementBytes = 6;

/** Types 1 and 6 as words of an answer; undefined when their bytes are too few. */
export function readAnswer({ type, body }: Message): string | undefined {
  if (type === messageTypes.configuration) {
    const action = body[0];
    if (action === undefined) return undefined;
    const words = action === 2 ? 'read' : action === 3 ? 'written' : `action ${action}`;
    return `parameters ${words} ${hexText(body, 1)}`.trim();
  }
  if (body.length < acknowledgementBytes) return undefined;
  const result = body[1] ?? 0;
  return `type ${body[0]} ${results[result] ?? `result ${result}`}`;
}
