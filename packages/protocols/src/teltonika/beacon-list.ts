/**
 * Bluetooth lists inside codec 8 extended elements.
 * 385: a header byte, then beacons: flags, id, signal, perhaps millivolts and whole degrees.
 * 548, 10828, 10829, 10831, 11317: a header byte, then beacons behind their length, each made of parameters of
 * id, length and value; temperatures are hundredths of a degree, voltages mV. Source: Teltonika wiki, "How to start with FMB
 * devices and Beacons?" (its example of 385 has 3048 mV, 21 °C), "Bluetooth® advanced beacons" and "EYE sensor".
 */

import { type AttributeDraft, type PositionDraft, setMended } from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { utf8Text, withoutControls } from '../wire/byte-text.ts';

type Parameter = (reader: ByteReader, tag: string, draft: PositionDraft) => void;

const parameters: ReadonlyMap<number, Parameter> = new Map<number, Parameter>([
  [0, (reader, tag, { attributes: a }) => (a[`${tag}Rssi`] = reader.i8())],
  [1, (reader, tag, { attributes: a }) => (a[`${tag}Id`] = reader.hex(reader.remaining))],
  [2, readMinew],
  [5, (reader, tag, { attributes: a }) => (a[`${tag}Name`] = withoutControls(utf8Text(reader.rest())))],
  [6, (reader, tag, draft) => setScaled(draft, `${tag}Temp`, reader.i16(), 100)],
  [7, (reader, tag, { attributes: a }) => (a[`${tag}Humidity`] = reader.u8())],
  [8, (reader, tag, { attributes: a }) => (a[`${tag}Magnet`] = reader.u8() > 0)],
  [9, (reader, tag, { attributes: a }) => (a[`${tag}Motion`] = reader.u8() > 0)],
  [10, (reader, tag, { attributes: a }) => (a[`${tag}MotionCount`] = reader.u16())],
  [11, (reader, tag, { attributes: a }) => (a[`${tag}Pitch`] = reader.i8())],
  [12, (reader, tag, { attributes: a }) => (a[`${tag}AngleRoll`] = reader.i16())],
  [13, (reader, tag, { attributes: a }) => (a[`${tag}LowBattery`] = reader.u8() > 0)],
  [14, (reader, tag, draft) => setScaled(draft, `${tag}Battery`, reader.u16(), 1000)],
  [15, (reader, tag, { attributes: a }) => (a[`${tag}Mac`] = reader.hex(6))],
]);

/** Earlier releases gave the number as it was sent. */
function setScaled(draft: PositionDraft, key: string, sent: number, divisor: number): void {
  setMended(draft, key, sent / divisor, { [key]: sent });
}

/** Flags and, where reported, a voltage in steps of 10 mV above 2 V. */
function readMinew(reader: ByteReader, tag: string, draft: PositionDraft): void {
  const flags = reader.u8();
  if (flags & 0x40) draft.attributes[`${tag}LowBattery`] = true;
  if (flags & 0x80) setScaled(draft, `${tag}Voltage`, reader.u8() * 10 + 2000, 1000);
}

/** Beacons made of parameters. Returns false when the list breaks off. */
export function readTags(list: Uint8Array, draft: PositionDraft): boolean {
  const reader = new ByteReader(list);
  reader.skip(1);
  for (let index = 1; reader.remaining > 0; index += 1) {
    const beacon = new ByteReader(reader.bytes(reader.u8()));
    while (beacon.remaining > 0) {
      const read = parameters.get(beacon.u8());
      const value = beacon.bytes(beacon.u8());
      if (!beacon.overrun) read?.(new ByteReader(value), `tag${index}`, draft);
    }
    if (beacon.overrun || reader.overrun) return false;
  }
  return true;
}

/** Earlier releases took the voltage for hundredths of a volt, and degrees below zero for many above it. */
function setReadings(draft: PositionDraft, beacon: string, millivolts?: number, degrees?: number): void {
  const [battery, temp] = [`${beacon}Battery`, `${beacon}Temp`];
  if (millivolts !== undefined) setMended(draft, battery, millivolts / 1000, { [battery]: millivolts / 100 });
  if (degrees !== undefined) setMended(draft, temp, degrees, { [temp]: degrees & 0xffff });
}

/** Plain beacons (iBeacon where the upper half of the flags is set, else Eddystone). */
export function readBeacons(list: Uint8Array, draft: PositionDraft): boolean {
  const reader = new ByteReader(list);
  reader.skip(1);
  for (let index = 1; reader.remaining > 0; index += 1) {
    const beacon = `beacon${index}`;
    const flags = reader.u8();
    const found: AttributeDraft = {};
    if (flags >> 4 > 0) {
      found[`${beacon}Uuid`] = reader.hex(16);
      found[`${beacon}Major`] = reader.u16();
      found[`${beacon}Minor`] = reader.u16();
    } else {
      found[`${beacon}Namespace`] = reader.hex(10);
      found[`${beacon}Instance`] = reader.hex(6);
    }
    found[`${beacon}Rssi`] = reader.i8();
    const millivolts = flags & 0x02 ? reader.u16() : undefined;
    const degrees = flags & 0x04 ? reader.i16() : undefined;
    if (reader.overrun) return false;
    Object.assign(draft.attributes, found);
    setReadings(draft, beacon, millivolts, degrees);
  }
  return true;
}
