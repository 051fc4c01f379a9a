/**
 * The packet of JT/T 808 (2011, 2013 and 2019), before escaping:
 *
 *     7E | type u16 | properties u16 | [version u8] | terminal id | serial u16 | [parts u16, part u16] | body | XOR | 7E
 *
 * Properties: bits 0–9 length of the body, 10–12 encryption, 13 the message comes in parts, 14 the header of 2019 with its
 * version. The id has ten bytes of packed decimals in 2019, six before; makers who open with E7 have seven. The serials
 * of 5501 and 5502 (Jointech) have one byte. Sources: JT/T 808-2011, -2013 and -2019, chapter 4.4; for E7 and the short
 * serial the public decoder of traccar.
 */

import type { DecodeError } from '../protocol.ts';
import { ByteReader } from '../wire/byte-reader.ts';

/**
 * Escapes of JT/T 808: between two 7E, 7D 01 stands for 7D and 7D 02 for 7E. Makers who open with E7 (traccar's JT808
 * decoder) write E6 01 for E6, E6 02 for E7, 3E 01 for 3E and 3E 02 for 3D.
 */
export type Delimiter = 0x7e | 0xe7;

/** What every message of one tracker has in common, and what answers to it must repeat. */
export interface Address {
  readonly delimiter: Delimiter;
  /** Protocol version of the 2019 header; absent in the older ones. */
  readonly version?: number;
  /** The terminal's id as it is on the wire, hexadecimal. */
  readonly id: string;
}

export interface Part {
  readonly total: number;
  /** From 1. */
  readonly index: number;
}

export interface Packet {
  readonly address: Address;
  readonly type: number;
  readonly properties: number;
  readonly serial: number;
  readonly part?: Part;
  readonly body: Uint8Array;
}

const partsFlag = 0x2000;
const versionFlag = 0x4000;
const rsaFlag = 0x0400;
const lengthBits = 0x03ff;
/** Makers with long bodies count on into the bits of the encryption. */
const wideLengthBits = 0x1fff;

const shortSerialTypes: ReadonlySet<number> = new Set([0x5501, 0x5502, 0x4401]);

interface Header {
  readonly isVersioned: boolean;
  readonly inParts: boolean;
  readonly bytes: number;
}

function headersFor(type: number, properties: number, delimiter: Delimiter): Header[] {
  const serialBytes = shortSerialTypes.has(type) ? 1 : 2;
  const plainIdBytes = delimiter === 0xe7 ? 7 : 6;
  const headers: Header[] = [];
  for (const isVersioned of properties & versionFlag ? [true, false] : [false]) {
    for (const inParts of properties & partsFlag ? [true, false] : [false]) {
      const bytes = 4 + (isVersioned ? 11 : plainIdBytes) + serialBytes + (inParts ? 4 : 0);
      headers.push({ isVersioned, inParts, bytes });
    }
  }
  return headers;
}

/** Flags are used for other things too: the header that fits the length reported is the right one. */
function headerOf(type: number, properties: number, delimiter: Delimiter, bytes: number): Header | undefined {
  const headers = headersFor(type, properties, delimiter);
  if (headers.length === 1) return headers[0];
  const fits = ({ bytes: header }: Header) => {
    const body = bytes - header;
    return body === (properties & lengthBits) || body === (properties & wideLengthBits);
  };
  return headers.find(fits) ?? headers[0];
}

export function xorOf(bytes: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index += 1) sum ^= bytes[index] ?? 0;
  return sum;
}

/** Type, properties, six bytes of id, serial of one byte, checksum. */
const leastBytes = 12;

/** The packet inside a frame with its delimiters, or why it is none. */
export function openPacket(frame: Uint8Array): Packet | DecodeError {
  const delimiter: Delimiter = frame[0] === 0xe7 ? 0xe7 : 0x7e;
  const content = unescaped(frame.subarray(1, frame.length - 1), delimiter);
  if (content.length < leastBytes)
    return { code: 'bad-length', message: `packet of ${content.length} bytes` };
  if (xorOf(content, 0, content.length) !== 0) {
    return { code: 'bad-checksum', message: 'the XOR of the packet is not its last byte' };
  }
  const reader = new ByteReader(content, 0, content.length - 1);
  const type = reader.u16();
  const properties = reader.u16();
  const header = headerOf(type, properties, delimiter, content.length - 1);
  if (header === undefined || content.length - 1 < header.bytes) {
    return { code: 'bad-length', message: `packet of ${content.length} bytes` };
  }
  const version = header.isVersioned ? reader.u8() : undefined;
  const id = reader.hex(version !== undefined ? 10 : delimiter === 0xe7 ? 7 : 6);
  const serial = shortSerialTypes.has(type) ? reader.u8() : reader.u16();
  const part = header.inParts ? { total: reader.u16(), index: reader.u16() } : undefined;
  const body = reader.rest();
  // a lock's reports are never encrypted: they use the bits for what they want answered
  const isEncrypted = (properties & rsaFlag) !== 0 && !shortSerialTypes.has(type);
  if (isEncrypted && body.length === (properties & lengthBits)) {
    return { code: 'encrypted', message: 'the body is encrypted' };
  }
  const address = { delimiter, id, ...(version !== undefined && { version }) };
  return { address, type, properties, serial, ...(part && { part }), body };
}

/** Whether a frame has a right checksum, and a body as long as its properties say. */
export function isAsLongAsStated(frame: Uint8Array): boolean {
  const packet = openPacket(frame);
  if ('code' in packet) return false;
  const { body, properties } = packet;
  return body.length === (properties & lengthBits) || body.length === (properties & wideLengthBits);
}

/** A packet to the tracker, escaped, with its delimiters. */
export function sealPacket(address: Address, type: number, serial: number, body: Uint8Array): Uint8Array {
  const { delimiter, version, id } = address;
  const properties = (body.length & lengthBits) | (version === undefined ? 0 : versionFlag);
  const head = [type >> 8, type & 0xff, properties >> 8, properties & 0xff];
  if (version !== undefined) head.push(version);
  head.push(...Buffer.from(id, 'hex'));
  if (shortSerialTypes.has(type)) head.push(serial & 0xff);
  else head.push((serial >> 8) & 0xff, serial & 0xff);
  const content = new Uint8Array(head.length + body.length + 1);
  content.set(head);
  content.set(body, head.length);
  content[content.length - 1] = xorOf(content, 0, content.length - 1);
  return escaped(content, delimiter);
}

/** The id as digits, or as the IMEI that makers pack into six bytes: fourteen digits as a number, the fifteenth by Luhn. */
export function idText(id: string): string {
  if (/^\d+$/.test(id) || id.length !== 12) return id;
  const digits = String(Number.parseInt(id, 16)).padStart(14, '0');
  return digits + luhnDigit(digits);
}

function luhnDigit(digits: string): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighed = index % 2 === 0 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return (10 - (sum % 10)) % 10;
}

/** What the header of a tracker is likely to hold that has not been heard yet. */
export function addressOf(uniqueId: string): Address {
  const digits = uniqueId.replace(/\D/g, '');
  if (digits.length === 15) {
    const packed = Number(digits.slice(0, 14)).toString(16).padStart(12, '0');
    if (packed.length === 12 && /[a-f]/.test(packed)) return { delimiter: 0x7e, id: packed };
  }
  return { delimiter: 0x7e, id: digits.slice(-12).padStart(12, '0') };
}

/** The byte that two stand for; undefined for a pair that means nothing. */
function meaning(lead: number, next: number, delimiter: Delimiter): number | undefined {
  if (next !== 1 && next !== 2) return undefined;
  if (delimiter === 0x7e) return next === 1 ? 0x7d : 0x7e;
  if (lead === 0xe6) return next === 1 ? 0xe6 : 0xe7;
  return next === 1 ? 0x3e : 0x3d;
}

function isLead(byte: number, delimiter: Delimiter): boolean {
  return delimiter === 0x7e ? byte === 0x7d : byte === 0xe6 || byte === 0x3e;
}

/**
 * What is between the delimiters without its escapes. A lead whose pair means nothing stands for itself, as some units
 * send it: the checksum shows what is damage.
 */
export function unescaped(bytes: Uint8Array, delimiter: Delimiter): Uint8Array {
  if (delimiter === 0x7e && !bytes.includes(0x7d)) return bytes;
  const plain = new Uint8Array(bytes.length);
  let count = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    const plainByte = isLead(byte, delimiter) ? meaning(byte, bytes[index + 1] ?? 0, delimiter) : undefined;
    if (plainByte !== undefined) index += 1;
    plain[count] = plainByte ?? byte;
    count += 1;
  }
  return plain.subarray(0, count);
}

/** The pair for a byte that may not be plain; undefined where it may. */
function pairFor(byte: number, delimiter: Delimiter): readonly [number, number] | undefined {
  if (delimiter === 0x7e) return byte === 0x7d ? [0x7d, 1] : byte === 0x7e ? [0x7d, 2] : undefined;
  if (byte === 0xe6) return [0xe6, 1];
  if (byte === 0xe7) return [0xe6, 2];
  if (byte === 0x3e) return [0x3e, 1];
  return byte === 0x3d ? [0x3e, 2] : undefined;
}

/** The content escaped, between its delimiters. */
function escaped(content: Uint8Array, delimiter: Delimiter): Uint8Array {
  const bytes: number[] = [delimiter];
  for (const byte of content) {
    const pair = pairFor(byte, delimiter);
    if (pair) bytes.push(...pair);
    else bytes.push(byte);
  }
  bytes.push(delimiter);
  return Uint8Array.from(bytes);
}
