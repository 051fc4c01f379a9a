/**
 * Jointech's locks (JT701 and kin): 5501, and 5502 for what was kept, in a layout of their own; serials have one byte.
 *
 *     clock 6 `DD MM YY hh mm ss`, UTC | latitude 8 digits DDMM.MMMM | longitude 9 digits DDDMM.MMMM | flags, half a byte:
 *     fixed, north, east | speed u8, packed decimals, knots | course u8, two degrees | signal u8 | satellites u8 |
 *     odometer u32 km | battery u8 (AA and AB: charging) | cell u32 | area u16 | product u8 | state u16 | alarms u16 | items
 *
 * Properties' bit 15 requests the answer 4401. And sentences in brackets: `(id,1,001,BASE,2,TIME)` requests the time.
 * Source: traccar's JT808 and JT600 decoders.
 */

import { decodedAs, decodedError, heartbeatMessage } from '../decoded.ts';
import {
  addAlarm,
  draftAt,
  type PositionDraft,
  setAltitude,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
import type { Decoded, Frame, Reply } from '../protocol.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { byteText } from '../wire/byte-text.ts';
import { instantOf } from '../wire/tracker-clock.ts';
import { addCell, setLevel } from './item.ts';
import { readLock } from './location-items.ts';
import { draftMessage, type MessageHandler, misfit, resultMessage, type Sender } from './message.ts';
import { type Packet, sealPacket } from './packet.ts';

const archiveType = 0x5502;
const shortAnswer = 0x4401;

/** Degrees and minutes, ten thousandths of a minute last. */
function degreesOf(digits: string): number {
  const number = Number(digits);
  return Math.floor(number / 1_000_000) + (number % 1_000_000) / 10_000 / 60;
}

/** The clock's digits as an instant; they are UTC. */
function timeOf(digits: string): number | undefined {
  const pair = (index: number) => Number(digits.slice(index * 2, index * 2 + 2));
  return instantOf({
    day: pair(0),
    month: pair(1),
    year: 2000 + pair(2),
    hour: pair(3),
    minute: pair(4),
    second: pair(5),
  });
}

/** The clock and the fix, or false when their digits are none. */
function readFix(reader: ByteReader, draft: PositionDraft): boolean {
  const digits = reader.hex(6) + reader.hex(9);
  const flags = Number.parseInt(digits.slice(-1), 16);
  const speed = reader.u8();
  if (!/^\d{29}$/.test(digits.slice(0, -1))) return false;
  draft.fixTimeMs = timeOf(digits) ?? draft.fixTimeMs;
  const latitude = degreesOf(digits.slice(12, 20));
  const longitude = degreesOf(digits.slice(20, 29));
  const isFixed = (flags & 1) !== 0;
  setPlace(draft, flags & 2 ? latitude : -latitude, flags & 4 ? longitude : -longitude, isFixed);
  setSpeed(draft, (speed >> 4) * 10 + (speed & 0x0f));
  setCourse(draft, reader.u8() * 2);
  return true;
}

const lockAlarms: readonly (string | undefined)[] = [
  'overspeed',
  'lowPower',
  'vibration',
  'lowBattery',
  undefined,
  'geofenceEnter',
  'geofenceExit',
];

function readState(reader: ByteReader, draft: PositionDraft): void {
  const { attributes } = draft;
  const product = reader.u8();
  const state = reader.u16();
  const alarms = reader.u16();
  attributes.status = String(state);
  if (product === 3) {
    attributes.blocked = (state & 0x20) !== 0;
    lockAlarms.forEach((alarm, bit) => {
      if ((alarms >> bit) & 1) addAlarm(attributes, alarm);
    });
  } else if ((product === 1 || product === 2) && alarms & 1) addAlarm(attributes, 'lowPower');
}

/** Items: 02 altitude, 0A network, 0B lock, 10 why it woke, FC fence. */
function readTail(reader: ByteReader, draft: PositionDraft, cell: { id: number; area: number }): void {
  const { attributes } = draft;
  while (reader.remaining >= 2) {
    const id = reader.u8();
    const item = new ByteReader(reader.bytes(reader.u8()));
    if (id === 0x02 && item.remaining >= 2) setAltitude(draft, item.i16());
    else if (id === 0x10 && item.remaining >= 1) attributes.wakeSource = item.u8();
    else if (id === 0x0b && item.remaining >= 1) readLock(item, draft);
    else if (id === 0xfc && item.remaining >= 1) attributes.geofence = String(item.u8());
    else if (id === 0x0c && item.remaining >= 6) {
      attributes.tilt = `[${item.i16()},${item.i16()},${item.i16()}]`;
    } else if (id === 0x0a && item.remaining >= 3) {
      addCell(draft, {
        mobileCountryCode: item.u16(),
        mobileNetworkCode: item.u8(),
        locationAreaCode: cell.area,
        cellId: cell.id,
      });
    }
  }
}

function readReport(packet: Packet, sender: Sender): PositionDraft | undefined {
  const reader = new ByteReader(packet.body);
  const draft = draftAt(sender.context.receivedMs);
  if (!readFix(reader, draft)) return undefined;
  const { attributes } = draft;
  attributes.rssi = reader.u8();
  attributes.sat = reader.u8();
  attributes.odometer = reader.u32() * 1000;
  const battery = reader.u8();
  setLevel(attributes, battery);
  if (battery === 0xaa || battery === 0xab) attributes.charge = true;
  const id = reader.u32();
  const cell = { id, area: reader.u16() };
  readState(reader, draft);
  if (reader.overrun) return undefined;
  readTail(reader, draft, cell);
  if (reader.overrun) return undefined;
  if (packet.type === archiveType) attributes.archive = true;
  return draft;
}

export const jointechReport: MessageHandler = (packet, sender) => {
  const draft = readReport(packet, sender);
  if (!draft) return misfit(packet, sender);
  const body = Uint8Array.of(packet.type >> 8, packet.type & 0xff, 0);
  const reply: Reply = { after: 'commit', bytes: sealPacket(packet.address, shortAnswer, 1, body) };
  return decodedAs(sender.session, [draftMessage(sender, draft)], packet.properties & 0x8000 ? [reply] : []);
};

/** A sentence in brackets: the time is requested, or a command was answered. */
export function decodeSentence(frame: Frame, sender: Sender): Decoded {
  const sentence = byteText(frame);
  if (sentence.includes('BASE,2')) {
    const now = new Date(sender.context.receivedMs).toISOString().replace(/\D/g, '').slice(0, 14);
    const bytes = Uint8Array.from(Buffer.from(sentence.replace('TIME', now), 'latin1'));
    const alive = sender.uniqueIds.length > 0 ? [heartbeatMessage(sender.uniqueIds)] : [];
    return decodedAs(sender.session, alive, [{ after: 'login', bytes }]);
  }
  if (sender.uniqueIds.length === 0) {
    return decodedError(sender.session, 'no-login', 'a sentence before any packet');
  }
  return decodedAs(sender.session, [resultMessage(sender, sentence)]);
}
