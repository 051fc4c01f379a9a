/**
 * 0900 of kind F0, the on-board unit: clock, kept or not, kind of vehicle, and by a byte the readings (1), the trouble codes
 * (2), alarms (3), a journey (4), the vehicle's number (0B) or an event (15). Source: traccar's JT808 decoder; the "4G
 * wireless air protocol" VJT.04 (MaddSystems).
 */
import { type AttributeDraft, addAlarm, type PositionDraft, setPlace } from '../position-draft.ts';
import type { ByteReader } from '../wire/byte-reader.ts';
import { setText } from './item.ts';
import { readPlace, statusBytes } from './location.ts';
import { clockOf, type Sender } from './message.ts';
import { setStatus } from './status-bits.ts';

/** A reading's key and what one of its units is. */
type Reading = readonly [key: string, scale: number, offset?: number];

const readings: ReadonlyMap<number, Reading> = new Map<number, Reading>([
  [0x0102, ['odometer', 100]],
  [0x0103, ['fuel', 0.01]],
  [0x0105, ['fuelUsed', 0.01]],
  [0x0111, ['fuelTemp', 1, -40]],
  [0x012e, ['oilLevel', 0.1]],
  [0x014a, ['fuelConsumption', 0.01]],
  [0x0528, ['odometer', 100]],
  [0x052a, ['fuel', 0.01]],
  [0x052b, ['fuelLevel', 1]],
  [0x052c, ['fuelUsed', 0.01]],
  [0x052d, ['engineTemp', 1, -40]],
  [0x052e, ['airTemp', 1, -40]],
  [0x0530, ['power', 0.001]],
  [0x0535, ['obdSpeed', 0.1]],
  [0x0536, ['rpm', 1]],
  [0x0537, ['fuelConsumption', 0.01]],
  [0x0538, ['fuelConsumption', 0.01]],
  [0x0539, ['fuelConsumption', 0.01]],
  [0x053d, ['intakePressure', 0.1]],
  [0x0544, ['liquidLevel', 1]],
  [0x0546, ['odometer', 100]],
  [0x0547, ['throttle', 1]],
  [0x0548, ['throttle', 1]],
]);

const vehicleNumber = 0xfeec;

function readReadings(reader: ByteReader, attributes: AttributeDraft): void {
  const count = reader.u8();
  for (let index = 0; index < count && reader.remaining >= 3; index += 1) {
    const id = reader.u16();
    const size = reader.u8();
    if (id === vehicleNumber) setText(attributes, 'vin', reader.text(size));
    else if (size === 1 || size === 2 || size === 4) {
      const value = size === 1 ? reader.u8() : size === 2 ? reader.u16() : reader.u32();
      const [key, scale, offset = 0] = readings.get(id) ?? [`io${id}`, 1];
      attributes[key] = value * scale + offset;
    } else reader.skip(size);
  }
  const { fuelLevel } = attributes;
  if (typeof fuelLevel === 'number' && fuelLevel > 100) delete attributes.fuelLevel;
}

/** Systems of id u32 and count, each with codes of number u32, state u32 and text behind a length u16. */
function readTroubleCodes(reader: ByteReader, attributes: AttributeDraft): void {
  const codes: string[] = [];
  const systems = reader.u16();
  for (let system = 0; system < systems && reader.remaining >= 6; system += 1) {
    reader.skip(4);
    const count = reader.u16();
    for (let index = 0; index < count && reader.remaining >= 10; index += 1) {
      reader.skip(8);
      codes.push(reader.text(reader.u16()).trim());
    }
  }
  setText(attributes, 'dtcs', codes.join(' '));
}

const alarms: ReadonlyMap<number, string> = new Map([
  [0x01, 'powerRestored'],
  [0x02, 'powerCut'],
  [0x0e, 'idle'],
  [0x1a, 'hardAcceleration'],
  [0x1b, 'hardBraking'],
  [0x1c, 'hardCornering'],
  [0x1d, 'laneChange'],
  [0x1e, 'laneChange'],
  [0x1f, 'laneChange'],
  [0x23, 'fatigueDriving'],
  [0x25, 'overspeed'],
  [0x26, 'accident'],
  [0x27, 'accident'],
  [0x28, 'accident'],
  [0x31, 'door'],
  [0x32, 'door'],
]);

function readAlarms(reader: ByteReader, attributes: AttributeDraft): void {
  const count = reader.u8();
  for (let index = 0; index < count && reader.remaining >= 2; index += 1) {
    addAlarm(attributes, alarms.get(reader.u8()));
    reader.skip(reader.u8());
  }
}

/** 1: it starts; 2: it is over, with how long it stood, how far and how much fuel. */
function readJourney(reader: ByteReader, attributes: AttributeDraft): void {
  const state = reader.u8();
  attributes.tripNumber = reader.u32();
  reader.skip(6);
  if (state !== 2) return;
  reader.skip(6 + 8 + 8 + 1);
  attributes.idlingCount = reader.u16();
  attributes.idlingTime = reader.u16();
  attributes.tripOdometer = reader.u16() * 100;
  attributes.tripFuel = reader.u16() / 100;
}

const events: ReadonlyMap<number, string> = new Map([
  [51, 'hardAcceleration'],
  [52, 'hardBraking'],
  [53, 'hardCornering'],
  [54, 'laneChange'],
  [56, 'accident'],
]);

function readEvent(reader: ByteReader, attributes: AttributeDraft): void {
  const event = reader.u32();
  attributes.event = String(event);
  addAlarm(attributes, events.get(event));
}

/** State and place follow the first three kinds: whole as in a location, or the place alone. */
function readWhere(reader: ByteReader, draft: PositionDraft, sender: Sender): void {
  if (reader.remaining === statusBytes) {
    const timeMs = draft.fixTimeMs;
    readPlace(reader, draft, sender);
    draft.fixTimeMs = timeMs;
  } else if (reader.remaining >= 12) {
    const { isFixed, isSouth, isWest } = setStatus(draft.attributes, reader.u32());
    const latitude = reader.u32() / 1_000_000;
    const longitude = reader.u32() / 1_000_000;
    setPlace(draft, isSouth ? -latitude : latitude, isWest ? -longitude : longitude, isFixed);
  }
}

export function readVehicleReport(reader: ByteReader, draft: PositionDraft, sender: Sender): void {
  const { attributes } = draft;
  draft.fixTimeMs = clockOf(reader.bytes(6), sender.zone) ?? draft.fixTimeMs;
  if (reader.u8() > 0) attributes.archive = true;
  reader.skip(1);
  const kind = reader.u8();
  if (kind === 0x01) readReadings(reader, attributes);
  else if (kind === 0x02) readTroubleCodes(reader, attributes);
  else if (kind === 0x03) readAlarms(reader, attributes);
  else if (kind === 0x04) readJourney(reader, attributes);
  else if (kind === 0x0b && reader.u8() > 0) setText(attributes, 'vin', reader.text(17));
  else if (kind === 0x15) readEvent(reader, attributes);
  if (kind >= 0x01 && kind <= 0x03) readWhere(reader, draft, sender);
}
