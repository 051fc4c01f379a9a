/**
 * Location and alarm packets: clock, fix, cell, and an ending that differs by type and model.
 * A packet is taken when clock and fix are whole; an ending that does not fit is left out, never guessed.
 */
import type { ByteReader } from '../byte-reader.ts';
import { decodedError, positionMessage } from '../decoded.ts';
import type { PositionDraft } from '../position-draft.ts';
import { type CellWidths, gsmCell, longGsmCell, lteCell } from './cell-field.ts';
import { fixBytes, readClock, readFix } from './gps-field.ts';
import { readMeasuredCell, readPlainCell } from './location-cell.ts';
import {
  assetTail,
  networkTrackerTail,
  sizedTail,
  swapRemoval,
  type Tail,
  uploadAndModules,
  uploadTail,
  voltageTail,
} from './location-tails.ts';
import type { Packet } from './packet.ts';
import { answered, draftFromClock, type PacketHandler, type Sender } from './packet-handler.ts';
import { readStatus, statusBytes } from './status-field.ts';

type Ending = (reader: ByteReader, draft: PositionDraft, packet: Packet) => void;

/** Bytes before the clock, of which some models make their own clock. */
interface Preface {
  readonly skippedBytes: number;
  readonly ownClock?: boolean;
}

const noPreface: Preface = Object.freeze({ skippedBytes: 0 });
const imeiPreface: Preface = Object.freeze({ skippedBytes: 8 });
const networkTrackerPreface: Preface = Object.freeze({ skippedBytes: 9, ownClock: true });

export function typeText(packet: Packet): string {
  return `0x${packet.type.toString(16).padStart(2, '0')}`;
}

function readBase(packet: Packet, sender: Sender, preface: Preface) {
  const reader = packet.content();
  reader.skip(preface.skippedBytes);
  const deviceTimeMs = preface.ownClock ? readClock(reader, sender.zone) : undefined;
  const draft = draftFromClock(reader, sender);
  if (deviceTimeMs !== undefined) draft.deviceTimeMs = deviceTimeMs;
  draft.attributes.type = typeText(packet);
  readFix(reader, draft);
  return { reader, draft };
}

function locationOf(ending: Ending, preface = noPreface): PacketHandler {
  return (packet, sender) => {
    const { reader, draft } = readBase(packet, sender, preface);
    if (reader.overrun) {
      const message = `location ${typeText(packet)} of ${packet.contentBytes} bytes`;
      return decodedError(sender.session, 'bad-length', message);
    }
    ending(reader, draft, packet);
    const whole = reader.overrun ? readBase(packet, sender, preface).draft : draft;
    return answered(packet, sender, positionMessage(sender.uniqueIds, whole));
  };
}

function cellThen(tail: Tail, widths: CellWidths = gsmCell): Ending {
  return (reader, draft) => {
    readPlainCell(reader, draft, widths);
    tail(reader, draft);
  };
}

/** The one ending of 0x22 with a wide cell: GL21, which also tells the climate. */
const climateEndingBytes = 24;

const cellAndSizedTail: Ending = (reader, draft, packet) => {
  const wide = packet.contentBytes === fixBytes + climateEndingBytes;
  readPlainCell(reader, draft, wide ? longGsmCell : gsmCell);
  sizedTail(reader, draft);
};

/** Cell behind its length, status, for 0x27 and 0xA4 the number of the fence, then altitude or mileage. */
function alarmEnding(hasFence: boolean): Ending {
  const restBytes = statusBytes + (hasFence ? 1 : 0);
  return (reader, draft) => {
    const unmeasured = reader.remaining === 8 + statusBytes && reader.peekU8() < 8;
    if (unmeasured) readPlainCell(reader, draft, gsmCell);
    else readMeasuredCell(reader, draft, restBytes);
    readStatus(reader, draft.attributes);
    if (unmeasured) swapRemoval(draft.attributes);
    if (hasFence && reader.remaining > 0) draft.attributes.geofence = String(reader.u8());
    if (reader.remaining === 2) draft.altitude = reader.i16();
    if (reader.remaining >= 4) draft.attributes.odometer = reader.u32();
  };
}

/** 0x31 of the SL4X: two-byte network code, a cell of four or eight bytes, upload fields, mileage, altitude. */
const assetLocation: Ending = (reader, draft, packet) => {
  if (packet.contentBytes !== 37) return cellAndSizedTail(reader, draft, packet);
  const probe = packet.content();
  probe.skip(fixBytes + 6);
  const cellBytes = probe.u32() === 0 ? 8 : 4;
  readPlainCell(reader, draft, { areaBytes: 2, cellBytes, wideNetworkCode: true });
  uploadTail(reader, draft);
  if (reader.remaining >= 6) draft.attributes.odometer = reader.u32();
  draft.altitude = reader.i16();
};

const fenceEnding: Ending = (reader, draft) => {
  readPlainCell(reader, draft, reader.remaining >= 15 ? lteCell : gsmCell);
};

const networkTrackerEnding: Ending = (reader, draft) => {
  readMeasuredCell(reader, draft, 13);
  networkTrackerTail(reader, draft);
};

const driverCardEnding: Ending = (reader, draft) => {
  readPlainCell(reader, draft, gsmCell);
  draft.attributes.driverUniqueId = reader.hex(8);
};

/** The six bytes of an iButton are written as one decimal number. */
const iButtonEnding: Ending = (reader, draft) => {
  readPlainCell(reader, draft, longGsmCell);
  const high = reader.u16();
  draft.attributes.driverUniqueId = String(high * 4_294_967_296 + reader.u32());
};

/**
 * Fifteen digits as eight bytes of packed decimals, where others have the clock: some models repeat their IMEI in each
 * location. The clock behind them tells it, since of a plain location no such bytes make a date.
 */
function repeatsImei(packet: Packet, sender: Sender, at: number): boolean {
  if (packet.contentBytes < at + 8 + fixBytes) return false;
  const reader = packet.content();
  reader.skip(at);
  return /^0\d{15}$/.test(reader.hex(8)) && readClock(reader, sender.zone) !== undefined;
}

const plain = locationOf(cellAndSizedTail);
const afterImei = locationOf(cellAndSizedTail, imeiPreface);
const networkTracker = locationOf(networkTrackerEnding, networkTrackerPreface);
const alarm = locationOf(alarmEnding(false));
const fenceAlarm = locationOf(alarmEnding(true));
const fixOnly = locationOf(() => {});

const plainOrNetworkTracker: PacketHandler = (packet, sender) =>
  (repeatsImei(packet, sender, 1) ? networkTracker : plain)(packet, sender);

export const locationHandlers: readonly (readonly [type: number, PacketHandler])[] = [
  [0x10, fixOnly],
  [0x11, locationOf(cellThen(sizedTail, { ...longGsmCell, wideNetworkCode: true }))],
  [0x12, (packet, sender) => (repeatsImei(packet, sender, 0) ? afterImei : plain)(packet, sender)],
  [0x16, alarm],
  [0x1a, fixOnly],
  [0x1e, fixOnly],
  [0x22, plainOrNetworkTracker],
  [0x25, plainOrNetworkTracker],
  [0x26, alarm],
  [0x27, fenceAlarm],
  [0x2d, plain],
  [0x31, locationOf(assetLocation)],
  [0x32, alarm],
  [0x37, locationOf(cellThen(uploadAndModules))],
  [0x61, locationOf(iButtonEnding, imeiPreface)],
  [0xa0, locationOf(cellThen(sizedTail, lteCell))],
  [0xa4, fenceAlarm],
];

/** Handlers of types that mean something else too; `packet-handlers.ts` tells them apart. */
export const cardLocation = locationOf(driverCardEnding);
export const fenceLocation = locationOf(fenceEnding);
export const assetStatusLocation = locationOf(cellThen(assetTail, lteCell));
export const voltageLocation = locationOf(cellThen(voltageTail));
