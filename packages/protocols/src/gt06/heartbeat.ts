import { heartbeatMessage, positionMessage } from '../decoded.ts';
import type { AttributeDraft } from '../position-draft.ts';
import type { TrackerMessage } from '../protocol.ts';
import type { Packet } from './packet.ts';
import { answered, draftOfNow, type PacketHandler, type Sender } from './packet-handler.ts';
import { readStatus, setAlarmCode, setBatteryLevel, setTerminalInformation } from './status-field.ts';

/**
 * The state that a tracker tells between its positions. An alarm in it must not be lost in a mere sign of life, so
 * then it is a report without a place.
 */
function stateMessage(sender: Sender, attributes: AttributeDraft): TrackerMessage {
  if (attributes.alarm === undefined) return heartbeatMessage(sender.uniqueIds, attributes);
  const draft = draftOfNow(sender);
  Object.assign(draft.attributes, attributes);
  return positionMessage(sender.uniqueIds, draft);
}

/** 0x13 of the OBD models (14 bytes): satellites and signal in one word, battery in percent, power, temperature. */
function readObdStatus(packet: Packet, attributes: AttributeDraft): void {
  const reader = packet.content();
  setTerminalInformation(attributes, reader.u8());
  const word = reader.u16();
  attributes.sat = ((word >> 10) & 0x1f) + ((word >> 5) & 0x1f);
  attributes.rssi = word & 0x1f;
  setAlarmCode(attributes, reader.u8(), 0);
  reader.skip(1);
  attributes.batteryLevel = Math.min(100, reader.u8());
  const mode = reader.u8();
  attributes.power = reader.u16() / 100;
  reader.skip(3);
  if (mode === 4 && reader.remaining >= 2) attributes.temp1 = reader.i16() / 10;
}

/** 0x13 of the asset models (16 bytes): battery in percent, and a temperature whose top bit means plus. */
function readAssetStatus(packet: Packet, attributes: AttributeDraft): void {
  const reader = packet.content();
  reader.skip(5);
  attributes.batteryLevel = Math.min(100, reader.u8());
  reader.skip(8);
  const word = reader.u16();
  const degrees = (word & 0x7fff) / 10;
  attributes.temp1 = word & 0x8000 ? degrees : -degrees;
}

/** The highest that a signal is told as: 0 to 4 by the documents, 0 to 31 by later modems. */
const strongestSignal = 31;
const fullPercent = 100;

/** Of a volt; a supply below 8 V runs no vehicle. */
const leastTenths = 80;

/**
 * 0x13 of five bytes, as the models have it: those for electric vehicles (EV02) tell the main power instead of the
 * battery, and no alarm behind the signal; the S5 tells the main power in two bytes, hundredths of a volt, which would
 * be a signal that none is, and a zero last where all others tell a language; the LW line tells it in tenths of a volt
 * in the twelve bits behind the signal, where no other has so high a language.
 */
function readFiveBytes(packet: Packet, attributes: AttributeDraft): void {
  const reader = packet.content();
  setTerminalInformation(attributes, reader.u8());
  const [battery, signal, alarm, language] = [reader.u8(), reader.u8(), reader.u8(), reader.u8()];
  if (signal > strongestSignal && signal !== 0xff && language === 0 && battery >= 3 && battery <= 14) {
    attributes.power = (battery * 256 + signal) / 100;
    attributes.rssi = alarm;
    return;
  }
  setBatteryLevel(attributes, battery);
  attributes.rssi = signal;
  if (battery <= fullPercent && alarm <= 0x0f && language >= leastTenths) {
    attributes.power = (alarm * 256 + language) / 10;
  } else if (battery <= fullPercent) setAlarmCode(attributes, alarm, language);
}

/** 0x13: terminal information, battery, signal, alarm, language. */
export const statusPacket: PacketHandler = (packet, sender) => {
  const attributes: AttributeDraft = {};
  if (packet.contentBytes === 14) readObdStatus(packet, attributes);
  else if (packet.contentBytes === 16) readAssetStatus(packet, attributes);
  else if (packet.contentBytes === 5) readFiveBytes(packet, attributes);
  else if (packet.contentBytes > 0) readStatus(packet.content(), attributes);
  return answered(packet, sender, stateMessage(sender, attributes));
};

/** 0x23 (GK310): terminal information, battery in hundredths of a volt, signal, language. */
export const voltageHeartbeat: PacketHandler = (packet, sender) => {
  const attributes: AttributeDraft = {};
  const reader = packet.content();
  if (reader.remaining > 0) setTerminalInformation(attributes, reader.u8());
  if (reader.remaining >= 2) attributes.battery = reader.u16() / 100;
  if (reader.remaining > 0) attributes.rssi = reader.u8();
  return answered(packet, sender, stateMessage(sender, attributes));
};

/** 0x36 (Jimi LTE): the status of 0x13, then modules of id, length and value. */
export const modularHeartbeat: PacketHandler = (packet, sender) => {
  const attributes: AttributeDraft = {};
  const reader = packet.content();
  if (reader.remaining >= 5) readStatus(reader, attributes);
  while (reader.remaining >= 3) {
    const id = reader.u16();
    const size = reader.u8();
    if (id === 0x0018 && size === 2) attributes.battery = reader.u16() / 100;
    else if (id === 0x006a && size === 1) attributes.batteryLevel = Math.min(100, reader.u8());
    else reader.skip(size);
  }
  return answered(packet, sender, stateMessage(sender, attributes));
};
