/**
 * Binary messages without a place: heartbeats, answers to commands, information, crash data.
 *
 *     +HBD  mask u8 | length u8 | [device type u8] [protocol u16] [firmware u16] [unique id 8] [send time 7] [count u16]
 *     +ACK  type u8 | mask u8 | length u8 | the same, with the command's serial u16 behind the id
 *     +INF  type u8 | mask u16 | [length u16] | unique id 8 | device type u8 | protocol u16 | firmware u16 | …
 *     +CRD  type u8 | mask u8 | length u16 | [device type u8] [protocol u16] [firmware u16] unique id 8 | …
 *
 * Bits of the small mask: 0 length, 1 device type, 2 protocol, 3 firmware, 4 the id is the device's name, 5 send time,
 * 6 count, 7 unique id. Information of type 7 is the supply: charging u8, mV u16, battery mV u16, battery %.
 * Source: GV200 @Track Air Interface Protocol 5.01, 4.4 and 4.6; supply: github.com/traccar/traccar
 * Gl200BinaryProtocolDecoder.
 */

import { type AttributeDraft, draftAt, type PositionDraft } from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { byteText } from '../wire/byte-text.ts';
import { type HexTail, readTailOf, readUniqueId, tailBytes } from './hex-message.ts';
import { setMotionState } from './motion-state.ts';

interface HexState {
  /** Undefined where the mask leaves it out. */
  readonly uniqueId?: string;
  /** Device type and protocol as the text form writes them; empty where the mask leaves them out. */
  readonly version: string;
  readonly type: number;
  readonly tail: HexTail;
}

const hasBit = (mask: number, bit: number) => ((mask >>> bit) & 1) === 1;

/** Of these the length has two bytes. */
const wideLengths: ReadonlySet<string> = new Set(['CRD', 'BRD', 'LGN']);

/** The unique id of a message whose layout no document has, where it is found in its first bytes. */
export function findUniqueId(frame: Uint8Array): string | undefined {
  const text = /(?<!\d)\d{15}(?!\d)/.exec(byteText(frame))?.[0];
  if (text !== undefined) return text;
  for (let at = 4; at + 8 <= Math.min(frame.length, searchedBytes); at += 1) {
    const id = readUniqueId(new ByteReader(frame, at));
    if (id?.length === 15 && /^[38]\d{14}$/.test(id)) return id;
  }
  return undefined;
}

const searchedBytes = 24;

/** A heartbeat, an answer, a sign-in or crash data; undefined when it is none. */
export function readHexState(frame: Uint8Array): HexState | undefined {
  const header = byteText(frame, 1, 4);
  const reader = new ByteReader(frame, 4);
  const type = header === 'HBD' ? 0 : reader.u8();
  const mask = reader.u8();
  if (hasBit(mask, 0)) reader.skip(wideLengths.has(header) ? 2 : 1);
  const deviceType = hasBit(mask, 1) ? reader.hex(1) : '';
  const protocol = hasBit(mask, 2) ? reader.hex(2) : '';
  if (hasBit(mask, 3)) reader.skip(2);
  const uniqueId = hasBit(mask, 7) ? readUniqueId(reader) : undefined;
  if (reader.overrun || (hasBit(mask, 7) && uniqueId === undefined)) return undefined;
  const tail = readTailOf(frame, hasBit(mask, 5));
  const version = protocol === '' ? '' : `${deviceType}${protocol}`.toUpperCase();
  return { version, type, tail, ...(uniqueId !== undefined && { uniqueId }) };
}

interface HexInformation {
  readonly uniqueId: string;
  readonly draft: PositionDraft;
  readonly tail: HexTail;
}

const supplyType = 7;
const versionType = 6;

/** Bytes of information from the motion state to the send time, as the shorter layout has them. */
const stateBytes = 24;
const iccidBytes = 10;
const zoneBytes = 3;

function readSupply(reader: ByteReader, attributes: AttributeDraft): void {
  attributes.charge = reader.u8() !== 0;
  const millivolts = reader.u16();
  if (millivolts > 0) attributes.power = millivolts / 1000;
  const battery = reader.u16();
  if (battery > 0) attributes.battery = battery / 1000;
  const percent = reader.u8();
  if (percent <= 100) attributes.batteryLevel = percent;
}

/** Motion, satellites and supply where the length says that they are there. */
function readDetails(reader: ByteReader, type: number, attributes: AttributeDraft): void {
  const supplyBytes = type === supplyType ? 6 : 0;
  const expected = (type === versionType ? 6 : 0) + stateBytes + supplyBytes + iccidBytes + zoneBytes;
  if (![2, 6, versionType, supplyType].includes(type) || reader.remaining !== expected) return;
  if (type === versionType) reader.skip(6);
  setMotionState(attributes, reader.u8());
  reader.skip(1);
  attributes.sat = reader.u8() & 0x1f;
  reader.skip(stateBytes - 3);
  if (type === supplyType) readSupply(reader, attributes);
}

/** Information; undefined when it names no tracker. Newer models have two bytes more of mask before the length. */
export function readHexInformation(frame: Uint8Array, receivedMs: number): HexInformation | undefined {
  const type = frame[4] ?? 0;
  const end = frame.length - tailBytes - 7;
  // a bit of the mask leaves the length out
  const least = ((frame[6] ?? 0) & 1) === 0 ? 7 : 9;
  for (const from of [least, least + 2]) {
    const reader = new ByteReader(frame, from, end);
    const uniqueId = readUniqueId(reader);
    if (uniqueId === undefined) continue;
    const tail = readTailOf(frame, true);
    const draft = draftAt(tail.sentMs ?? receivedMs);
    if (tail.sentMs !== undefined) draft.deviceTimeMs = tail.sentMs;
    draft.attributes.type = `INF${type}`;
    draft.attributes.index = tail.count;
    if (byteText(frame, 1, 2) === 'B') draft.attributes.archive = true;
    reader.skip(3);
    const firmware = reader.u16();
    if (!reader.overrun) draft.attributes.versionFw = `${firmware >> 8}.${firmware & 0xff}`;
    readDetails(reader, type, draft.attributes);
    return { uniqueId, draft, tail };
  }
  return undefined;
}
