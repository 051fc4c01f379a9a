/**
 * Location and alarm packets: clock, fix, cell, and an ending that differs by type and model.
 * An ending is read when all of it is as its layout says, to the last byte. Where it is not, the place alone is
 * taken, if clock and fix are beyond doubt, and the rest kept as it came (`data`): an ending that is guessed would make
 * alarms, an ignition or a block of anything. Where not even the place is sure the packet only says that the tracker
 * lives.
 */

import { decodedError, positionMessage } from '../../decoded.ts';
import { type AttributeDraft, draftAt, type PositionDraft, setAltitude } from '../../position-draft.ts';
import type { ByteReader } from '../../wire/byte-reader.ts';
import { hexText } from '../../wire/byte-text.ts';
import { isDocumentedCode } from '../alarm-codes.ts';
import type { Packet } from '../packet.ts';
import { answered, type PacketHandler, type Sender, unanswered } from '../packet-handler.ts';
import { signOfLife, silentSignOfLife } from '../service-packet.ts';
import {
  isAlarm,
  isOnDocumentedScales,
  isStatus,
  readStatus,
  setBatteryLevel,
  setTerminalInformation,
  statusBytes,
  statusCodeAt,
} from '../status-field.ts';
import { type CellWidths, gsmCell, longGsmCell, lteCell } from './cell-field.ts';
import {
  correctAlarmTime,
  fixBytes,
  isClockAhead,
  isEmptyFix,
  isSureFix,
  isSurePlaceAhead,
  readClock,
  readFix,
} from './gps-field.ts';
import { readMeasuredCell, readPlainCell } from './location-cell.ts';
import {
  assetTail,
  cardOfDriver,
  climateTail,
  documentedTails,
  networkTrackerBytes,
  networkTrackerTail,
  oldLocationTails,
  swapRemoval,
  type Tail,
  type Tails,
  uploadAndDriver,
  uploadAndModules,
  uploadTail,
  voltageTail,
} from './location-tails.ts';

/** Reads what follows the fix; false when that is of another layout. It counts only when the packet then ends. */
type Ending = (reader: ByteReader, draft: PositionDraft, packet: Packet, sender: Sender) => boolean;

interface Form {
  /** Bytes before the clock, of which some models make their own clock. */
  readonly skippedBytes?: number;
  readonly ownClock?: boolean;
  /** The type has other meanings too: even a known ending counts only behind a fix that is beyond doubt. */
  readonly shared?: boolean;
  /** The cell directly behind the fix, whatever follows it. */
  readonly cell?: CellWidths;
  /** The tracker expects no answer. */
  readonly silent?: boolean;
}

const typeTexts: readonly string[] = Object.freeze(
  Array.from({ length: 256 }, (_, type) => `0x${type.toString(16).padStart(2, '0')}`),
);

export function typeText({ type }: Packet): string {
  return typeTexts[type] ?? '';
}

function readBase(packet: Packet, sender: Sender, { skippedBytes = 0, ownClock = false }: Form) {
  const reader = packet.content();
  reader.skip(skippedBytes);
  const deviceTimeMs = ownClock ? readClock(reader, sender.zone) : undefined;
  const clock = readClock(reader, sender.zone);
  const draft = draftAt(clock ?? sender.context.receivedMs);
  if (deviceTimeMs !== undefined) draft.deviceTimeMs = deviceTimeMs;
  draft.attributes.type = typeText(packet);
  readFix(reader, draft);
  return { reader, draft, clock };
}

/** At the clock of the fix. */
function fixReader(packet: Packet, { skippedBytes = 0, ownClock = false }: Form): ByteReader {
  const reader = packet.content();
  reader.skip(skippedBytes + (ownClock ? 6 : 0));
  return reader;
}

function hasSureFix(packet: Packet, sender: Sender, form: Form): boolean {
  return isSureFix(fixReader(packet, form), sender.zone, sender.context.receivedMs);
}

/** Of a packet whose ending is one: the fix is beyond doubt, or there has been none yet. */
export function hasFixOrNone(packet: Packet, sender: Sender, form: Form): boolean {
  return hasSureFix(packet, sender, form) || isEmptyFix(fixReader(packet, form));
}

/**
 * Whether a known ending counts: of a type of one meaning behind a clock or a place, of one with several behind both.
 * But an alarm must not be lost to a clock that was reset: there the place is enough.
 */
function isPlausible(packet: Packet, sender: Sender, form: Form, draft: PositionDraft): boolean {
  if (hasFixOrNone(packet, sender, form)) return true;
  const reader = fixReader(packet, form);
  const isDated = isClockAhead(reader, sender.zone);
  reader.skip(6);
  const isPlace = isSurePlaceAhead(reader);
  if (!form.shared) return isDated || isPlace;
  return isPlace && draft.attributes.alarm !== undefined;
}

function placeAlone(packet: Packet, sender: Sender, form: Form) {
  if (!hasSureFix(packet, sender, form)) return (form.silent ? silentSignOfLife : signOfLife)(packet, sender);
  const { reader, draft } = readBase(packet, sender, form);
  if (form.cell) readPlainCell(reader, draft, form.cell);
  if (!reader.overrun && reader.remaining > 0) draft.attributes.data = reader.hex(reader.remaining);
  return replied(packet, sender, draft, form);
}

function replied(packet: Packet, sender: Sender, draft: PositionDraft, { silent = false }: Form) {
  const message = positionMessage(sender.uniqueIds, draft);
  return silent ? unanswered(sender, message) : answered(packet, sender, message);
}

/** The first ending that is all of the packet behind the fix. */
export function locationOf(endings: readonly Ending[], form: Form = {}): PacketHandler {
  return (packet, sender) => {
    for (const ending of endings) {
      const { reader, draft, clock } = readBase(packet, sender, form);
      if (reader.overrun && !form.shared) return tooShort(packet, sender);
      if (!ending(reader, draft, packet, sender) || reader.overrun || reader.remaining > 0) continue;
      if (!isPlausible(packet, sender, form, draft)) break;
      correctAlarmTime(draft, clock, sender.context.receivedMs);
      return replied(packet, sender, draft, form);
    }
    return placeAlone(packet, sender, form);
  };
}

function tooShort(packet: Packet, sender: Sender) {
  const message = `location ${typeText(packet)} of ${packet.contentBytes} bytes`;
  return decodedError(sender.session, 'bad-length', message);
}

function cellThen(tail: Tail, widths: CellWidths = gsmCell): Ending {
  return (reader, draft) => readPlainCell(reader, draft, widths) && tail(reader, draft);
}

function cellAndTails(tails: Tails, widths: CellWidths = gsmCell): Ending {
  return (reader, draft) =>
    readPlainCell(reader, draft, widths) && (tails(reader.remaining)?.(reader, draft) ?? false);
}

const documentedEnding = cellAndTails(documentedTails);

/** The one ending of 0x22 with a wide cell: GL21, which also reports the climate. */
const climateEndingBytes = 24;

const climateEnding = cellThen(climateTail, longGsmCell);

const laterLocation: Ending = (reader, draft, packet, sender) =>
  (reader.remaining === climateEndingBytes ? climateEnding : documentedEnding)(reader, draft, packet, sender);

/** Bytes behind the status. */
const mileageBytes = 4;
const altitudeBytes = 2;

/** The cell of the SL4X that no other model has. */
const altitudeCellBytes = 10;

interface AlarmForm {
  /** The number of the fence behind the status. */
  readonly fence?: boolean;
  /** An altitude where others may have the mileage. */
  readonly altitude?: boolean;
}

/** No fence. */
const noFence = 0xff;

/** What may follow the cell, by its bytes and the cell's. */
type Rest = (bytes: number, cellBytes: number) => boolean;

/** The documents' own: the status, for 0x27 and 0xA4 the number of the fence, then perhaps mileage. */
function documentedRest({ fence = false, altitude = false }: AlarmForm): Rest {
  const leastBytes = statusBytes + (fence ? 1 : 0);
  return (bytes, cellBytes) => {
    const more = bytes - leastBytes;
    if (altitude) return more === altitudeBytes;
    return cellBytes !== altitudeCellBytes && (more === 0 || more === mileageBytes);
  };
}

/** Fields that no document has may follow: by all of them the status is right behind the cell. */
const anyRest: Rest = (bytes) => bytes >= statusBytes;

/** The alarm by its code, with a status of scales that nobody knows: an ignition or a block is not taken from such. */
function readAlarmAlone(
  reader: ByteReader,
  { attributes }: PositionDraft,
  packet: Packet,
  sender: Sender,
): boolean {
  const rest = reader.peekBytes(reader.remaining);
  if (!isDocumentedCode(rest[statusCodeAt] ?? 0)) return false;
  const status: AttributeDraft = {};
  readStatus(reader, status, packet, sender);
  const { alarm, event } = status;
  if (alarm === undefined) return false;
  attributes.alarm = alarm;
  if (event !== undefined) attributes.event = event;
  attributes.data = hexText(rest);
  reader.skip(reader.remaining);
  return true;
}

/**
 * Cell behind its length, which gives the place of the status: its alarm counts whatever the other bytes of it are. Where
 * nothing shows, since the cell or the fence is left out, the status itself has to look like one with an alarm.
 */
function alarmEnding(rest: Rest, { fence = false, altitude = false }: AlarmForm): Ending {
  return (reader, draft, packet, sender) => {
    const before = reader.remaining;
    const isEmpty = reader.peekU8() === 0;
    if (!readMeasuredCell(reader, draft, rest)) return false;
    const isLeftOut = isEmpty && before - reader.remaining === 1;
    if (isLeftOut ? !isAlarm(reader) : isEmpty && !isStatus(reader)) return false;
    const isUnplaced = rest === anyRest && (isLeftOut || (fence && reader.remaining === statusBytes));
    if (isUnplaced && !(isAlarm(reader) && isOnDocumentedScales(reader))) return false;
    if (rest === anyRest && !isStatus(reader)) return readAlarmAlone(reader, draft, packet, sender);
    readStatus(reader, draft.attributes, packet, sender);
    const number = fence && reader.remaining > 0 ? reader.u8() : noFence;
    if (number !== noFence) draft.attributes.geofence = String(number);
    if (altitude && reader.remaining === altitudeBytes) setAltitude(draft, reader.i16());
    else if (reader.remaining === mileageBytes) draft.attributes.odometer = reader.u32();
    else if (reader.remaining > 0) draft.attributes.data = reader.hex(reader.remaining);
    return true;
  };
}

/** As the documents have it, and, since an alarm is not lost to a new field, with more behind it. */
function alarmEndings(form: AlarmForm = {}): readonly Ending[] {
  return [alarmEnding(documentedRest(form), form), alarmEnding(anyRest, form)];
}

/** 0x16 of the VXT01, the only one so short: a bare cell and a status whose alarm code is of its own. */
const bareCellAlarm: Ending = (reader, draft) => {
  const { attributes } = draft;
  if (!readPlainCell(reader, draft, gsmCell)) return false;
  if (draft.network === undefined && !isStatus(reader)) return false;
  setTerminalInformation(attributes, reader.u8());
  swapRemoval(attributes);
  setBatteryLevel(attributes, reader.u8());
  attributes.rssi = reader.u8();
  reader.skip(2);
  return true;
};

/** 0x32 of the SL4X, with a cell of eight or ten bytes. */
const altitudeAlarmSizes: ReadonlySet<number> = new Set([34, 36]);

const isZero = (byte: number) => byte === 0;

/** 0x31 of the SL4X: two-byte network code, a cell of four or eight bytes, upload fields, mileage with the four, altitude. */
function assetLocation(cellBytes: 4 | 8): Ending {
  return (reader, draft) => {
    const widths = { areaBytes: 2, cellBytes, wideNetworkCode: true } as const;
    const isWide = reader.peekBytes(10).subarray(6).every(isZero);
    if (cellBytes !== (isWide ? 8 : 4)) return false;
    if (!readPlainCell(reader, draft, widths) || !uploadTail(reader, draft)) return false;
    if (cellBytes === 4) draft.attributes.odometer = reader.u32();
    setAltitude(draft, reader.i16());
    return true;
  };
}

const networkTrackerEnding: Ending = (reader, draft) =>
  readMeasuredCell(reader, draft, (restBytes) => restBytes >= networkTrackerBytes) &&
  networkTrackerTail(reader, draft);

const driverCardEnding: Ending = (reader, draft) => {
  if (!readPlainCell(reader, draft, gsmCell)) return false;
  draft.attributes.driverUniqueId = reader.hex(8);
  reader.skip(1);
  return true;
};

/** The six bytes of an iButton are written as one decimal number. */
const iButtonEnding: Ending = (reader, draft) => {
  if (!readPlainCell(reader, draft, longGsmCell)) return false;
  const high = reader.u16();
  draft.attributes.driverUniqueId = String(high * 4_294_967_296 + reader.u32());
  return true;
};

/** Upload mode, re-upload, then a cell whose kind gives its widths, and its signal. */
const kindedCellEnding: Ending = (reader, draft) => {
  draft.attributes.event = String(reader.u8());
  if (reader.u8() > 0) draft.attributes.archive = true;
  const isLte = reader.u8() >= 3;
  if (!readPlainCell(reader, draft, isLte ? lteCell : gsmCell)) return false;
  reader.skip(isLte ? 2 : 1);
  return true;
};

/** Nothing, or the phone that asks and the language, which are not kept. */
const phoneBytes: ReadonlySet<number> = new Set([0, 21, 23]);

const phoneEnding: Ending = (reader) => {
  const isPhone = phoneBytes.has(reader.remaining);
  reader.skip(reader.remaining);
  return isPhone;
};

/** Seven cells heard around, perhaps timing advance and language: a fix makes them needless. */
const needlessBytes: ReadonlySet<number> = new Set([45, 46, 48]);

const needlessEnding: Ending = (reader) => {
  const isNeedless = needlessBytes.has(reader.remaining);
  reader.skip(reader.remaining);
  return isNeedless;
};

/**
 * Fifteen digits as eight bytes of packed decimals, where others have the clock: some models repeat their IMEI in each
 * location. The clock behind them shows it, since of a plain location no such bytes make a date.
 */
function repeatsImei(packet: Packet, sender: Sender, at: number): boolean {
  if (packet.contentBytes < at + 8 + fixBytes) return false;
  const reader = packet.content();
  reader.skip(at);
  // most have the clock there: no year is below ten
  if (reader.peekU8() > 0x09) return false;
  return /^0\d{15}$/.test(reader.hex(8)) && isClockAhead(reader, sender.zone);
}

const old = locationOf([cellAndTails(oldLocationTails)], { cell: gsmCell });
const later = locationOf([laterLocation], { cell: gsmCell });
const afterImei = locationOf([documentedEnding], { skippedBytes: 8, cell: gsmCell, shared: true });
const networkTracker = locationOf([networkTrackerEnding], { skippedBytes: 9, ownClock: true, shared: true });
const alarm = alarmEndings();
const sharedAlarm = locationOf(alarm, { shared: true });
const altitudeAlarm = locationOf([...alarmEndings({ altitude: true }).slice(0, 1), ...alarm], {
  shared: true,
});
const fenceAlarm = locationOf(alarmEndings({ fence: true }));

/** With the card or key of a driver behind the place, in the forms that models have. */
const laterWithDriver = locationOf(
  [laterLocation, cellThen(cardOfDriver), cellThen(uploadAndDriver), cellThen(cardOfDriver, longGsmCell)],
  { cell: gsmCell },
);

function orNetworkTracker(other: PacketHandler): PacketHandler {
  return (packet, sender) => (repeatsImei(packet, sender, 1) ? networkTracker : other)(packet, sender);
}

export const locationHandlers: readonly (readonly [type: number, PacketHandler])[] = [
  [0x10, locationOf([phoneEnding])],
  [0x11, locationOf([cellAndTails(documentedTails, { ...longGsmCell, wideNetworkCode: true })])],
  [0x12, (packet, sender) => (repeatsImei(packet, sender, 0) ? afterImei : old)(packet, sender)],
  [0x16, locationOf([bareCellAlarm, ...alarm])],
  [0x1a, locationOf([phoneEnding])],
  [0x1e, locationOf([needlessEnding])],
  [0x22, orNetworkTracker(later)],
  [0x25, orNetworkTracker(laterWithDriver)],
  [0x26, locationOf(alarm)],
  [0x27, fenceAlarm],
  [0x2d, later],
  [0x31, locationOf([assetLocation(8), assetLocation(4), documentedEnding], { cell: gsmCell, shared: true })],
  [
    0x32,
    (packet, sender) =>
      (altitudeAlarmSizes.has(packet.contentBytes) ? altitudeAlarm : sharedAlarm)(packet, sender),
  ],
  [0x37, locationOf([cellThen(uploadAndModules)], { cell: gsmCell, shared: true })],
  [0x38, locationOf([kindedCellEnding], { shared: true, silent: true })],
  [0x61, locationOf([iButtonEnding], { skippedBytes: 8, shared: true })],
  [0xa0, locationOf([cellAndTails(documentedTails, lteCell)], { cell: lteCell })],
  [0xa4, fenceAlarm],
];

/** Handlers of types that mean something else too; `packet-handlers.ts` distinguishes them. */
export const cardLocation = locationOf([driverCardEnding], { cell: gsmCell, shared: true });
export const fenceLocation = locationOf([...alarm, cellThen(() => true, lteCell), cellThen(() => true)], {
  shared: true,
});
export const assetStatusLocation = locationOf([cellThen(assetTail, lteCell)], { shared: true });
export const voltageLocation = locationOf([cellThen(voltageTail)], { shared: true });
/** A location whose ending no document describes: its place, when that is one. */
export const unknownLocation = locationOf([], { cell: gsmCell, shared: true });
