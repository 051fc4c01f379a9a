/**
 * What trackers say between their positions. All begin with terminal information, battery and signal; the two bytes
 * behind are an alarm and a language (GT06, whose documents have 1 and 2), a language or the state of a port (JM-VL03),
 * the supply in tenths of a volt (LW) or in hundredths or whole volts (Seeworld): 12.81 V would be a fence that was left.
 * What the tracker reported before on its connection shows which.
 */

import { heartbeatMessage, positionMessage } from '../decoded.ts';
import { type AttributeDraft, addAlarm } from '../position-draft.ts';
import type { TrackerMessage, TrackerSession } from '../protocol.ts';
import type { ByteReader } from '../wire/byte-reader.ts';
import { documentedTerminalAlarms } from './alarm-codes.ts';
import { isSureFix } from './location/gps-field.ts';
import type { Packet } from './packet.ts';
import { answered, draftOfNow, type PacketHandler, type Sender } from './packet-handler.ts';
import { signOfLife } from './service-packet.ts';
import {
  highestBars,
  highestLanguage,
  highestLevel,
  isSignal,
  setAlarmCode,
  setBatteryLevel,
  setBlockableState,
  setTerminalState,
} from './status-field.ts';

/**
 * The state that a tracker reports between its positions. An alarm in it must not be lost in a mere sign of life, so
 * then it is a report without a place.
 */
function stateMessage(sender: Sender, attributes: AttributeDraft): TrackerMessage {
  if (attributes.alarm === undefined) return heartbeatMessage(sender.uniqueIds, attributes);
  const draft = draftOfNow(sender);
  Object.assign(draft.attributes, attributes);
  return positionMessage(sender.uniqueIds, draft);
}

const fullPercent = 100;

/** Reads a state; false when it is none of its layout. */
type StatusReader = (packet: Packet, attributes: AttributeDraft) => boolean;

/** Hundredths of a volt on which some vehicle runs. */
const leastHundredths = 500;
const mostHundredths = 10_000;

/**
 * 0x13 of the OBD models (14 bytes): satellites and signal in one word, code, battery in percent, power, temperature.
 * Its code stays a mere event: these have no button, and such a packet is recognised by its size alone.
 */
function readObdStatus(packet: Packet, attributes: AttributeDraft): boolean {
  const reader = packet.content();
  setBlockableState(attributes, reader.u8());
  const word = reader.u16();
  attributes.sat = ((word >> 10) & 0x1f) + ((word >> 5) & 0x1f);
  attributes.rssi = word & 0x1f;
  const code = reader.u8();
  if (code > 0) attributes.event = String(code);
  const language = reader.u8();
  const battery = reader.u8();
  attributes.batteryLevel = battery;
  const mode = reader.u8();
  const hundredths = reader.u16();
  attributes.power = hundredths / 100;
  reader.skip(3);
  if (mode === 4) attributes.temp1 = reader.i16() / 10;
  const isSupply = hundredths >= leastHundredths && hundredths <= mostHundredths;
  return word < 0x8000 && language <= highestLanguage && battery <= fullPercent && isSupply;
}

/** 0x13 of the asset models (16 bytes): battery in percent, and a temperature whose top bit means plus. */
function readAssetStatus(packet: Packet, attributes: AttributeDraft): boolean {
  const reader = packet.content();
  reader.skip(5);
  const battery = reader.u8();
  attributes.batteryLevel = battery;
  reader.skip(8);
  const word = reader.u16();
  const degrees = (word & 0x7fff) / 10;
  attributes.temp1 = word & 0x8000 ? degrees : -degrees;
  return battery <= fullPercent;
}

/** A vehicle's supply, in tenths of a volt. */
const leastTenths = 80;
const mostTenths = 600;

/** A code and a language of the documents. */
function isCodeAndLanguage(code: number, language: number): boolean {
  return code > 0 && language <= highestLanguage;
}

/** What a connection's heartbeats have shown of the two bytes behind the signal. */
type LastBytes = 'language' | 'supply' | undefined;

function lastBytesOf({ memory }: TrackerSession): LastBytes {
  const known = memory?.heartbeatEnd;
  return known === 'language' || known === 'supply' ? known : undefined;
}

/** A language alone would be a supply of 0.2 V at most; beside a code a byte that is no language is one of a voltage. */
function lastBytesShown(code: number, language: number): LastBytes {
  if (language > highestLanguage) return code > 0 || language >= leastTenths ? 'supply' : undefined;
  return code === 0 && language > 0 ? 'language' : undefined;
}

/** Call for help, power cut, vibration: as a supply 2.6, 5.1 and 7.7 V in hundredths, 25.7, 51.3 and 76.9 V in tenths. */
const highestUrgentCode = 3;

/** Whether a code of a documents' heartbeat is one; it has a language, which supplies seldom look like. */
function isAlarmCode(code: number, language: number, known: LastBytes): boolean {
  if (language === 0 || !isCodeAndLanguage(code, language) || known === 'supply') return false;
  return known === 'language' || code <= highestUrgentCode;
}

/**
 * 0x13 of five bytes, as the models have it: those for electric vehicles (EV02) report the main power instead of the
 * battery; the S5 reports the main power in two bytes, hundredths of a volt, which would be a signal that is none, and a
 * zero last; the LW line reports it in tenths of a volt in the twelve bits behind the signal. An alarm, by its code or by
 * bits 3–5 of the terminal information, is one only where battery and signal are on the documents' own scales: of later
 * models the bits are "extended bits".
 */
function readFiveBytes(packet: Packet, attributes: AttributeDraft, known: LastBytes): LastBytes {
  const reader = packet.content();
  const information = reader.u8();
  setBlockableState(attributes, information);
  const [battery, signal, code, language] = [reader.u8(), reader.u8(), reader.u8(), reader.u8()];
  if (!isSignal(signal) && language === 0 && battery >= 3 && battery <= 14) {
    attributes.power = (battery * 256 + signal) / 100;
    attributes.rssi = code;
    return known;
  }
  setBatteryLevel(attributes, battery);
  attributes.rssi = signal;
  const tenths = (code & 0x0f) * 256 + language;
  const isSupply = tenths >= leastTenths && tenths <= mostTenths && !isCodeAndLanguage(code, language);
  if (battery <= fullPercent && code <= 0x0f && isSupply) attributes.power = tenths / 10;
  if (battery > highestLevel || signal > highestBars) return known;
  addAlarm(attributes, documentedTerminalAlarms[(information >> 3) & 0x07]);
  const shown = known === 'supply' ? known : (lastBytesShown(code, language) ?? known);
  if (isAlarmCode(code, language, shown)) setAlarmCode(attributes, code);
  return shown;
}

/** Longer ones with the documents' five bytes first: what is behind them is not known. */
function readLengthened(packet: Packet, attributes: AttributeDraft): boolean {
  const reader = packet.content();
  setBlockableState(attributes, reader.u8());
  const battery = reader.u8();
  const signal = reader.u8();
  setBatteryLevel(attributes, battery);
  attributes.rssi = signal;
  reader.skip(1);
  const language = reader.u8();
  const isLanguage = language > 0 && language <= highestLanguage;
  return !reader.overrun && battery <= highestLevel && signal <= highestBars && isLanguage;
}

function readersOf(contentBytes: number): readonly StatusReader[] {
  if (contentBytes === 14) return [readObdStatus, readLengthened];
  return contentBytes === 16 ? [readAssetStatus] : [readLengthened];
}

const longStatus: PacketHandler = (packet, sender) => {
  for (const read of readersOf(packet.contentBytes)) {
    const attributes: AttributeDraft = {};
    if (read(packet, attributes)) {
      return answered(packet, sender, heartbeatMessage(sender.uniqueIds, attributes));
    }
  }
  return signOfLife(packet, sender);
};

/** 0x13. */
export const statusPacket: PacketHandler = (packet, sender) => {
  if (packet.contentBytes !== 5) return longStatus(packet, sender);
  const attributes: AttributeDraft = {};
  const { session } = sender;
  const known = lastBytesOf(session);
  const shown = readFiveBytes(packet, attributes, known);
  const decoded = answered(packet, sender, stateMessage(sender, attributes));
  if (shown === known) return decoded;
  return { ...decoded, session: { ...session, memory: { ...session.memory, heartbeatEnd: shown } } };
};

/** 0x23 comes whole, or ends behind one of its fields. */
const voltageHeartbeatBytes: ReadonlySet<number> = new Set([1, 3, 4, 5, 6]);

/**
 * 0x23 (GK310, JM-LL301): terminal information, battery in hundredths of a volt, signal, language. These block nothing:
 * bit 7 of the information, and bits 3–5, are not what they are in an alarm.
 */
export const voltageHeartbeat: PacketHandler = (packet, sender) => {
  if (!voltageHeartbeatBytes.has(packet.contentBytes)) return signOfLife(packet, sender);
  const attributes: AttributeDraft = {};
  const reader = packet.content();
  setTerminalState(attributes, reader.u8());
  if (reader.remaining >= 2) attributes.battery = reader.u16() / 100;
  if (reader.remaining > 0) attributes.rssi = reader.u8();
  return answered(packet, sender, heartbeatMessage(sender.uniqueIds, attributes));
};

/** No module has the number 0; none so high is known. */
const highestModule = 0xff;

/** Bytes of what precedes the modules. */
const stateBytes = 5;

/** Reads modules of id, length and value; false when there is none, or they do not end with the packet. */
function readModules(reader: ByteReader, attributes: AttributeDraft): boolean {
  if (reader.remaining === 0) return false;
  while (reader.remaining > 0 && !reader.overrun) {
    const id = reader.u16();
    const size = reader.u8();
    if (id === 0 || id > highestModule) return false;
    if (id === 0x0018 && size === 2) attributes.battery = reader.u16() / 100;
    else if (id === 0x006a && size === 1) attributes.batteryLevel = reader.u8();
    else reader.skip(size);
  }
  return !reader.overrun;
}

/** 0x36 is a location of trackers with a reader of cards too; modules fill a heartbeat to its last byte. */
export function isModularHeartbeat(packet: Packet): boolean {
  const reader = packet.content();
  reader.skip(stateBytes);
  return !reader.overrun && readModules(reader, {});
}

/** 0x36 (Jimi LTE): terminal information, battery, signal, two bytes as in 0x13, then modules of id, length and value. */
export const modularHeartbeat: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  const information = reader.u8();
  const battery = reader.u8();
  const signal = reader.u8();
  const isFix = isSureFix(packet.content(), sender.zone, sender.context.receivedMs);
  if (isFix || battery > fullPercent || !isSignal(signal)) return signOfLife(packet, sender);
  const attributes: AttributeDraft = { rssi: signal };
  setBlockableState(attributes, information);
  setBatteryLevel(attributes, battery);
  reader.skip(2);
  readModules(reader, attributes);
  return answered(packet, sender, heartbeatMessage(sender.uniqueIds, attributes));
};

/**
 * 0xA3 of seven bytes (GL21, and the trackers of persons that came after it): battery and signal follow the first byte;
 * what the others say of alarms, an ignition or a block is not known.
 */
export const levelHeartbeat: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  reader.skip(1);
  const battery = reader.u8();
  const signal = reader.u8();
  if (battery > fullPercent || signal > fullPercent) return signOfLife(packet, sender);
  const attributes: AttributeDraft = { rssi: signal };
  setBatteryLevel(attributes, battery);
  return answered(packet, sender, heartbeatMessage(sender.uniqueIds, attributes));
};
