/**
 * The envelope of every meitrack message, text or binary:
 *
 *     $$ | identifier, one of A–z | length | , | IMEI | , | command, three characters | … | * | checksum | \r\n
 *
 * The length counts from the first comma to the line end, both included; the checksum is the sum of every byte before it,
 * as two hexadecimal digits. The server's messages begin with @@. Source: Meitrack, GPRS Protocol (T622 1.2, 1.1).
 */

import type { DecodeError } from '../protocol.ts';
import { byteText } from '../wire/byte-text.ts';
import { hexDigitOf } from '../wire/field-text.ts';
import { TextFields } from '../wire/text-fields.ts';

const comma = 0x2c;
const asterisk = 0x2a;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;

export interface Message {
  /** One character that an answer repeats. */
  readonly identifier: string;
  readonly imei: string;
  /** `AAA`, `CCE`, `C01`… */
  readonly command: string;
  /** What follows the command and its comma, up to the asterisk. */
  readonly body: Uint8Array;
}

function sumOf(bytes: Uint8Array, to: number): number {
  let sum = 0;
  for (let index = 0; index < to; index += 1) sum += bytes[index] ?? 0;
  return sum & 0xff;
}

/** Where the asterisk of the checksum is; -1 when the message does not end with one. */
function checksumPlace(frame: Uint8Array): number {
  let end = frame.length;
  while (end > 0 && (frame[end - 1] === lineFeed || frame[end - 1] === carriageReturn)) end -= 1;
  return end >= 3 && frame[end - 3] === asterisk ? end - 3 : -1;
}

/** The checksum in two hexadecimal digits behind the asterisk; undefined when they are none. */
function statedSum(frame: Uint8Array, asteriskAt: number): number | undefined {
  const [high, low] = [hexDigitOf(frame[asteriskAt + 1] ?? 0), hexDigitOf(frame[asteriskAt + 2] ?? 0)];
  return high < 0 || low < 0 ? undefined : high * 16 + low;
}

const heads = new TextFields(',');
const commandForm = /^[0-9A-Z]{3}$/;

/** Takes a whole message apart, its checksum examined; `known` is who spoke before. */
export function openMessage(frame: Uint8Array, known?: string): Message | DecodeError {
  if (frame[0] !== 0x24 || frame[1] !== 0x24)
    return { code: 'unknown-type', message: 'no report of a tracker' };
  const asteriskAt = checksumPlace(frame);
  const imeiFrom = frame.indexOf(comma) + 1;
  const imeiTo = frame.indexOf(comma, imeiFrom);
  if (asteriskAt < 0 || imeiFrom < 4 || imeiTo < 0 || imeiTo > asteriskAt) {
    return { code: 'bad-length', message: 'the message has no checksum or no command' };
  }
  if (statedSum(frame, asteriskAt) !== sumOf(frame, asteriskAt + 1)) {
    return {
      code: 'bad-checksum',
      message: `checksum ${byteText(frame, asteriskAt + 1, asteriskAt + 3)}`,
    };
  }
  // the IMEI, and the three characters of the command, which are not always followed by a comma
  const head = heads.open(frame, imeiFrom, Math.min(imeiTo + 4, asteriskAt));
  const digits = head.length(0);
  const isImei = digits >= 8 && digits <= 20 && head.areDigits(0);
  const command = head.repeated(1);
  if (!isImei || !commandForm.test(command)) return { code: 'bad-value', message: 'no IMEI or no command' };
  return {
    identifier: String.fromCharCode(frame[2] ?? 0),
    imei: known !== undefined && head.is(0, known) ? known : head.text(0),
    command,
    body: frame.subarray(Math.min(imeiTo + 5, asteriskAt), asteriskAt),
  };
}

/** A message of the server's: its words are the command with its parameters. */
export function sealMessage(identifier: string, imei: string, words: string): Uint8Array {
  const content = `,${imei},${words}*`;
  const text = Buffer.from(`@@${identifier}${content.length + 4}${content}`, 'latin1');
  const checksum = sumOf(text, text.length).toString(16).toUpperCase().padStart(2, '0');
  return Buffer.concat([text, Buffer.from(`${checksum}\r\n`, 'latin1')]);
}
