/**
 * 0x94, the information packet (Concox GT06N 1.8 and X3 documents): a kind byte and what belongs to it. The tracker
 * expects no answer. Housekeeping is a sign of life; what a sensor, a door or a driver reports is a report of its own.
 */

import { decodedError, heartbeatMessage, positionMessage } from '../decoded.ts';
import type { AttributeDraft, PositionDraft } from '../position-draft.ts';
import type { ByteReader } from '../wire/byte-reader.ts';
import { byteText, withoutControls } from '../wire/byte-text.ts';
import { readClock } from './location/gps-field.ts';
import { draftOfNow, type PacketHandler, type Sender, unanswered } from './packet-handler.ts';

type Housekeeping = (reader: ByteReader, attributes: AttributeDraft) => void;
type SensorReport = (reader: ByteReader, draft: PositionDraft, sender: Sender) => void;

const housekeeping: ReadonlyMap<number, Housekeeping> = new Map<number, Housekeeping>([
  [0x00, (reader, attributes) => (attributes.power = reader.u16() / 100)],
  [0x04, readTerminalState],
  [0x09, readSatellites],
  [
    0x0a,
    (reader, attributes) => {
      reader.skip(16);
      attributes.iccid = reader.hex(10).replace(/f/g, '');
    },
  ],
  [
    0x0b,
    (reader, attributes) => {
      if (reader.remaining === 2) attributes.power = reader.u16() / 100;
      else attributes.networkTechnology = reader.u8() > 0 ? '4G' : '2G';
    },
  ],
]);

const sensors: ReadonlyMap<number, SensorReport> = new Map<number, SensorReport>([
  [0x05, readDoor],
  [0x0d, readFuel],
  [0x15, readProbe],
  [0x1b, readCard],
  [
    0x1e,
    (reader, { attributes }) => {
      attributes.temp1 = reader.i32() / 10;
      attributes.humidity = reader.i32() / 10;
    },
  ],
]);

const stateNames: ReadonlyMap<string, string> = new Map([
  ['ALM1', 'alarm1Status'],
  ['ALM2', 'alarm2Status'],
  ['ALM3', 'alarm3Status'],
  ['STA1', 'otherStatus'],
  ['DYD', 'engineStatus'],
]);

/** State of the receiver, satellites used and a strength for each, satellites heard beside them. */
function readSatellites(reader: ByteReader, attributes: AttributeDraft): void {
  reader.skip(1);
  const used = reader.u8();
  attributes.sat = used;
  reader.skip(used);
  if (reader.remaining > 0) attributes.satVisible = used + reader.u8();
}

/** `ALM1=C4;STA1=40;DYD=01;…`, hexadecimal. */
function readTerminalState(reader: ByteReader, attributes: AttributeDraft): void {
  for (const pair of byteText(reader.rest()).split(';')) {
    const [name = '', value = ''] = pair.split('=');
    const key = stateNames.get(name);
    if (key !== undefined && /^[0-9A-Fa-f]{1,8}$/.test(value)) attributes[key] = Number.parseInt(value, 16);
  }
}

/** Perhaps a clock, then bit 0 the door, bit 2 an input. Of any other size it is another thing. */
function readDoor(reader: ByteReader, draft: PositionDraft, sender: Sender): void {
  if (reader.remaining !== 1 && reader.remaining !== 7) return;
  if (reader.remaining === 7) {
    const deviceTimeMs = readClock(reader, sender.zone);
    if (deviceTimeMs !== undefined) draft.deviceTimeMs = deviceTimeMs;
  }
  const bits = reader.u8();
  draft.attributes.door = (bits & 0x01) !== 0;
  draft.attributes.io1 = (bits & 0x04) !== 0 ? 1 : 0;
}

const fuelText = /!AIOIL,\d+,\d+\.\d+,(\d+\.\d+),[^,]+,\d{4},(\d+\.\d+),/;

/** A fuel probe's own line: temperature and the measured volume. */
function readFuel(reader: ByteReader, draft: PositionDraft): void {
  const match = fuelText.exec(byteText(reader.rest()));
  if (!match) return;
  draft.attributes.temp1 = Number(match[1]);
  draft.attributes.fuel = Number(match[2]);
}

/** A 1-Wire probe (GS10G and its kin): its number, the eight bytes of its ROM, hundredths of a degree. */
function readProbe(reader: ByteReader, { attributes }: PositionDraft): void {
  if (reader.remaining !== 11) return;
  const number = reader.u8();
  reader.skip(8);
  attributes[`temp${Math.max(number, 1)}`] = reader.i16() / 100;
}

function isLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

/** A card reader's frame (header, type, four bytes of number), or text of another serial device. */
function readCard(reader: ByteReader, draft: PositionDraft): void {
  if (isLetter(reader.peekU8())) {
    draft.attributes.serial = withoutControls(byteText(reader.rest()));
    return;
  }
  reader.skip(2);
  draft.attributes.driverUniqueId = reader.hex(4);
}

/** The short form holds only the voltage of the main power. */
export const shortInformation: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  const attributes: AttributeDraft = reader.remaining >= 2 ? { power: reader.u16() / 100 } : {};
  return unanswered(sender, heartbeatMessage(sender.uniqueIds, attributes));
};

export const information: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  const kind = reader.u8();
  const sensor = sensors.get(kind);
  const draft = draftOfNow(sender);
  if (sensor) sensor(reader, draft, sender);
  else housekeeping.get(kind)?.(reader, draft.attributes);
  if (reader.overrun) {
    const message = `information of kind ${kind} in ${packet.contentBytes} bytes`;
    return decodedError(sender.session, 'bad-length', message);
  }
  const hasReading = sensor !== undefined && Object.keys(draft.attributes).length > 0;
  return unanswered(
    sender,
    hasReading
      ? positionMessage(sender.uniqueIds, draft)
      : heartbeatMessage(sender.uniqueIds, draft.attributes),
  );
};
