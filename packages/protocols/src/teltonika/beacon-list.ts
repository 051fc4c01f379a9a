/**
 * Bluetooth lists inside codec 8 extended elements.
 * 385: a header byte, then beacons: flags, 16 bytes of id, signal, perhaps voltage and temperature.
 * 548, 10828, 10829, 10831, 11317: a header byte, then beacons behind their length, each made of parameters of
 * id, length and value. Source: Teltonika wiki, "Bluetooth® advanced beacons" and "EYE sensor".
 */

import type { AttributeDraft } from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { utf8Text, withoutControls } from '../wire/byte-text.ts';

type Parameter = (reader: ByteReader, tag: string, attributes: AttributeDraft) => void;

const parameters: ReadonlyMap<number, Parameter> = new Map<number, Parameter>([
  [0, (reader, tag, a) => (a[`${tag}Rssi`] = reader.i8())],
  [1, (reader, tag, a) => (a[`${tag}Id`] = reader.hex(reader.remaining))],
  [2, readMinew],
  [5, (reader, tag, a) => (a[`${tag}Name`] = withoutControls(utf8Text(reader.rest())))],
  [6, (reader, tag, a) => (a[`${tag}Temp`] = reader.i16())],
  [7, (reader, tag, a) => (a[`${tag}Humidity`] = reader.u8())],
  [8, (reader, tag, a) => (a[`${tag}Magnet`] = reader.u8() > 0)],
  [9, (reader, tag, a) => (a[`${tag}Motion`] = reader.u8() > 0)],
  [10, (reader, tag, a) => (a[`${tag}MotionCount`] = reader.u16())],
  [11, (reader, tag, a) => (a[`${tag}Pitch`] = reader.i8())],
  [12, (reader, tag, a) => (a[`${tag}AngleRoll`] = reader.i16())],
  [13, (reader, tag, a) => (a[`${tag}LowBattery`] = reader.u8() > 0)],
  [14, (reader, tag, a) => (a[`${tag}Battery`] = reader.u16())],
  [15, (reader, tag, a) => (a[`${tag}Mac`] = reader.hex(6))],
]);

/** Flags and, where reported, a voltage in steps of 10 mV above 2 V. */
function readMinew(reader: ByteReader, tag: string, attributes: AttributeDraft): void {
  const flags = reader.u8();
  if (flags & 0x40) attributes[`${tag}LowBattery`] = true;
  if (flags & 0x80) attributes[`${tag}Voltage`] = reader.u8() * 10 + 2000;
}

/** Beacons made of parameters. Returns false when the list breaks off. */
export function readTags(list: Uint8Array, attributes: AttributeDraft): boolean {
  const reader = new ByteReader(list);
  reader.skip(1);
  for (let index = 1; reader.remaining > 0; index += 1) {
    const beacon = new ByteReader(reader.bytes(reader.u8()));
    while (beacon.remaining > 0) {
      const read = parameters.get(beacon.u8());
      const value = beacon.bytes(beacon.u8());
      if (!beacon.overrun) read?.(new ByteReader(value), `tag${index}`, attributes);
    }
    if (beacon.overrun || reader.overrun) return false;
  }
  return true;
}

/** Plain beacons (iBeacon where the upper half of the flags is set, else Eddystone). */
export function readBeacons(list: Uint8Array, attributes: AttributeDraft): boolean {
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
    if (flags & 0x02) found[`${beacon}Battery`] = reader.u16() / 100;
    if (flags & 0x04) found[`${beacon}Temp`] = reader.u16();
    if (reader.overrun) return false;
    Object.assign(attributes, found);
  }
  return true;
}
