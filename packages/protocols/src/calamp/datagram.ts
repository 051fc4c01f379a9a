/**
 * CalAmp's LM Direct: one message in one datagram.
 *
 *     [options: flags u8, then each option that they name behind its length] | service u8 | type u8 | sequence u16 | body
 *
 * Options, from bit 0: mobile id (packed decimals, filled up with F), its kind, authentication word, routing, forwarding,
 * response redirection, and an extension (bit 6) of flags with ESN, VIN and encryption; bit 7 is always set. Service: 0 wants
 * no answer, 1 wants one, 2 is one. Sources: CalAmp "LM Direct reference guide" 8.4.e.3 and the PULS wiki; the public decoders
 * of traccar, calamp-rs and Thiyaram/calamp.
 */

import type { DecodeError } from '../protocol.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { hexText } from '../wire/byte-text.ts';

export const messageTypes = Object.freeze({
  none: 0,
  acknowledgement: 1,
  eventReport: 2,
  idReport: 3,
  userData: 4,
  applicationData: 5,
  configuration: 6,
  unitRequest: 7,
  locateReport: 8,
  userDataWithAccumulators: 9,
  miniEventReport: 10,
  miniUserData: 11,
  miniApplicationData: 12,
  deviceVersion: 13,
  applicationDataWithAccumulators: 14,
});

export const services = Object.freeze({ unacknowledged: 0, acknowledged: 1, response: 2 });

/** Kinds of a mobile id: 1 is the unit's own number (ESN), 2 the modem's IMEI. */
export const idKinds = Object.freeze({ serial: 1, imei: 2 });

/** Who a message is from, as its options say it. */
export interface Options {
  /** Digits as they are on the wire, hexadecimal, without what fills them up. */
  readonly id?: string;
  readonly idKind?: number;
  readonly serial?: string;
  readonly vin?: string;
}

export interface Message {
  readonly options: Options;
  readonly service: number;
  readonly type: number;
  readonly sequence: number;
  readonly body: Uint8Array;
}

const optionsFlag = 0x80;
const extensionFlag = 0x40;
const lastType = 14;

/** Digits without the F that fills up the last byte. */
function digitsOf(bytes: Uint8Array): string {
  return hexText(bytes).replace(/f/g, '');
}

function readExtension(reader: ByteReader): Options | 'encrypted' {
  const flags = reader.bytes(reader.u8())[0] ?? 0;
  const serial = flags & 1 ? digitsOf(reader.bytes(reader.u8())) : '';
  const vin = flags & 2 ? reader.text(reader.u8()).trim() : '';
  if (flags & 4) return 'encrypted';
  for (let bit = 3; bit < 8; bit += 1) if ((flags >> bit) & 1) reader.skip(reader.u8());
  return { ...(serial !== '' && { serial }), ...(/^[\w-]+$/.test(vin) && { vin }) };
}

function readOptions(reader: ByteReader): Options | 'encrypted' {
  const flags = reader.u8();
  const id = flags & 1 ? digitsOf(reader.bytes(reader.u8())) : '';
  const idKind = flags & 2 ? reader.bytes(reader.u8())[0] : undefined;
  for (let bit = 2; bit < 6; bit += 1) if ((flags >> bit) & 1) reader.skip(reader.u8());
  const more = flags & extensionFlag ? readExtension(reader) : {};
  if (more === 'encrypted') return more;
  return { ...(id !== '' && { id }), ...(idKind !== undefined && { idKind }), ...more };
}

/** The message in a datagram, or why there is none. */
export function openDatagram(bytes: Uint8Array): Message | DecodeError {
  const reader = new ByteReader(bytes);
  const options = (bytes[0] ?? 0) & optionsFlag ? readOptions(reader) : {};
  if (options === 'encrypted') return { code: 'encrypted', message: 'the message is encrypted' };
  const service = reader.u8();
  const type = reader.u8();
  const sequence = reader.u16();
  if (reader.overrun) return { code: 'bad-length', message: `a datagram of ${bytes.length} bytes` };
  if (service > services.response || type > lastType) {
    return { code: 'unknown-type', message: `service ${service}, type ${type}` };
  }
  const body = reader.rest();
  if (type === messageTypes.none && body.length > 0) {
    return { code: 'bad-length', message: `a null message of ${body.length} bytes` };
  }
  return { options, service, type, sequence, body };
}

/** A message for the unit. */
export function sealDatagram(options: Options, type: number, sequence: number, body: Uint8Array): Uint8Array {
  const { id = '', idKind = idKinds.serial } = options;
  const digits = Buffer.from(id.length % 2 === 0 ? id : `${id}f`, 'hex');
  const header = id === '' ? [] : [0x83, digits.length, ...digits, 1, idKind];
  return Uint8Array.from([
    ...header,
    services.acknowledged,
    type,
    (sequence >> 8) & 0xff,
    sequence & 0xff,
    ...body,
  ]);
}

/** The acknowledgement of a message that wants one: its type, 0 for taken, a free byte, a version of three. */
export function acknowledgementOf({ type, sequence }: Message): Uint8Array {
  const { acknowledgement } = messageTypes;
  return Uint8Array.of(
    services.response,
    acknowledgement,
    sequence >> 8,
    sequence & 0xff,
    type,
    0,
    0,
    0,
    0,
    0,
  );
}
