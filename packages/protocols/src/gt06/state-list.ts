/**
 * Lists behind a time (u32, seconds since 1970): 0xF1 states of the tracker, 0xF2 (VL842) devices around it. An entry is
 * id u16, length u8 and value; a device heard by radio (0x000A) has two bytes of length, and a length of 0 is given again.
 * Layouts as read in traccar's GT06 decoder.
 */

import { decodedError, heartbeatMessage, positionMessage } from '../decoded.ts';
import { type AttributeDraft, draftAt, type PositionDraft } from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { isSureTime } from './location/gps-field.ts';
import { typeText } from './location/location.ts';
import { answered, type PacketHandler } from './packet-handler.ts';
import { signOfLife } from './service-packet.ts';
import { hasWideAlarmCodes } from './status-field.ts';

type State = (reader: ByteReader, attributes: AttributeDraft) => void;

const states: ReadonlyMap<number, State> = new Map<number, State>([
  [0x0001, (reader, a) => (a.motion = [2, 4].includes(reader.u8()))],
  [0x0002, (reader, a) => (a.armed = reader.u8() > 0)],
  [0x0004, (reader, a) => (a.ignition = reader.u8() > 0)],
  [0x0005, (reader, a) => (a.power = reader.u16() / 100)],
  [0x0007, (reader, a) => (a.charge = reader.u8() > 0)],
  [0x000b, (reader, a) => (a.batteryTemp = reader.u16() / 10)],
]);

const radioDevice = 0x000a;
const otherBattery = 0x000c;

/** Kind of address, address, event and its data, kind of data, the data itself. */
function readRadioDevice(reader: ByteReader, attributes: AttributeDraft): void {
  reader.skip(1);
  attributes.tag1Id = reader.hex(6);
  const event = reader.u8();
  attributes.event = String(event);
  const data = reader.u8();
  if (event > 0) attributes.eventData = data;
  reader.skip(1);
  const details = reader.hex(reader.remaining);
  if (details !== '') attributes.data = details;
}

function readOtherBattery(reader: ByteReader, attributes: AttributeDraft): void {
  const percent = reader.u8();
  if (percent <= 100) attributes.externalBatteryLevel = percent;
  attributes.externalBatteryCharge = reader.u8() > 0;
  attributes.externalBatteryCycles = reader.u16();
}

const devices: ReadonlyMap<number, State> = new Map<number, State>([
  [radioDevice, readRadioDevice],
  [otherBattery, readOtherBattery],
]);

interface StateList {
  readonly entries: ReadonlyMap<number, State>;
  readonly ofDevices: boolean;
}

function entryBytes(reader: ByteReader, id: number, { ofDevices }: StateList): number {
  if (ofDevices && id === radioDevice) return reader.u16();
  const bytes = reader.u8();
  return ofDevices && bytes === 0 ? reader.u8() : bytes;
}

/** False when an entry is longer than the list, or less than one is left. One whose own layout is another is passed over. */
function readEntries(reader: ByteReader, list: StateList, attributes: AttributeDraft): boolean {
  while (reader.remaining >= 3) {
    const id = reader.u16();
    const value = reader.bytes(entryBytes(reader, id, list));
    if (reader.overrun) return false;
    const read: AttributeDraft = {};
    const entry = new ByteReader(value);
    list.entries.get(id)?.(entry, read);
    const isWhole = list.ofDevices || entry.remaining === 0;
    if (!entry.overrun && isWhole) Object.assign(attributes, read);
  }
  return reader.remaining === 0;
}

/** What it reports, or that it lives; devices are a report of their own. */
function stateListOf(list: StateList): PacketHandler {
  return (packet, sender) => {
    const reader = packet.content();
    const { receivedMs } = sender.context;
    const timeMs = reader.u32() * 1000;
    const draft: PositionDraft = draftAt(timeMs > 0 ? timeMs : receivedMs);
    if (!readEntries(reader, list, draft.attributes) || reader.overrun) {
      return decodedError(
        sender.session,
        'bad-length',
        `${typeText(packet)} of ${packet.contentBytes} bytes`,
      );
    }
    if (timeMs > 0 && !isSureTime(timeMs, receivedMs)) return signOfLife(packet, sender);
    const hasPlace = list.ofDevices && Object.keys(draft.attributes).length > 0;
    if (!hasPlace) return answered(packet, sender, heartbeatMessage(sender.uniqueIds, draft.attributes));
    draft.attributes.type = typeText(packet);
    return answered(packet, sender, positionMessage(sender.uniqueIds, draft));
  };
}

export const stateList = stateListOf({ entries: states, ofDevices: false });

const readDeviceList = stateListOf({ entries: devices, ofDevices: true });

/** A model that sends one (VL842) has alarm codes of more than a byte (`status-field.ts`). */
export const deviceList: PacketHandler = (packet, sender) => {
  const decoded = readDeviceList(packet, sender);
  if (decoded.error || hasWideAlarmCodes(decoded.session)) return decoded;
  const { session } = decoded;
  return { ...decoded, session: { ...session, memory: { ...session.memory, wideAlarmCodes: true } } };
};
