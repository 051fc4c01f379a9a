/**
 * Items of AOVX's asset trackers (AL300, GL100), each behind a mask of what follows: tags F3, sensors F6, accuracy F9.
 * Source: traccar's JT808 decoder. Other makers use the same ids; these are recognised by their lengths.
 */

import type { PositionDraft } from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { macAddress, setText } from './item.ts';

function has(mask: number, bit: number): boolean {
  return ((mask >> bit) & 1) === 1;
}

/** Bytes that each bit of a mask stands for, summed. */
function bytesOf(mask: number, sizes: readonly number[]): number {
  return sizes.reduce((sum, size, bit) => sum + (has(mask, bit) ? size : 0), 0);
}

const tagSizes = [10, 2, 2, 2, 2, 6, 2, 2];

/** Whether the bytes are tags of the size that their mask gives. */
export function isTagList(bytes: Uint8Array): boolean {
  const size = 7 + bytesOf(bytes[0] ?? 0, tagSizes);
  return bytes.length > size && (bytes.length - 1) % size === 0;
}

/** F3: address and signal of each tag, then what the mask names. */
export function readTags(bytes: Uint8Array, { attributes }: PositionDraft): void {
  const reader = new ByteReader(bytes);
  const mask = reader.u8();
  const size = 7 + bytesOf(mask, tagSizes);
  for (let index = 1; reader.remaining >= size; index += 1) {
    const tag = `tag${index}`;
    attributes[`${tag}Mac`] = macAddress(reader);
    attributes[`${tag}Rssi`] = reader.i8();
    if (has(mask, 0)) setText(attributes, `${tag}Name`, reader.text(10));
    if (has(mask, 1)) reader.skip(2);
    if (has(mask, 2)) attributes[`${tag}Battery`] = reader.u16() / 1000;
    if (has(mask, 3)) attributes[`${tag}Temp`] = reader.i16() / 10;
    if (has(mask, 4)) attributes[`${tag}Humidity`] = reader.i16() / 10;
    reader.skip(bytesOf(mask & 0xe0, tagSizes));
  }
}

const sensorSizes = [2, 2, 2, 6, 10, 2];

/** Whether the bytes are an event, a mask and the sensors that it names. */
export function isSensorList(bytes: Uint8Array): boolean {
  return bytes.length >= 2 && bytes.length === 2 + bytesOf(bytes[1] ?? 0, sensorSizes);
}

/** F6: event (2: it moves), light, temperature, humidity, acceleration, thresholds, air pressure. */
export function readSensors(bytes: Uint8Array, { attributes }: PositionDraft): void {
  const reader = new ByteReader(bytes);
  const event = reader.u8();
  attributes.event = String(event);
  if (event === 2) attributes.motion = true;
  const mask = reader.u8();
  if (has(mask, 0)) attributes.lightSensor = reader.u16();
  if (has(mask, 1)) attributes.temp1 = reader.i16() / 10;
  if (has(mask, 2)) attributes.humidity = reader.i16() / 10;
  if (has(mask, 3)) attributes.gSensor = `[${reader.i16()},${reader.i16()},${reader.i16()}]`;
  if (has(mask, 4)) reader.skip(10);
  if (has(mask, 5)) attributes.airPressure = reader.u16();
}

/** F9: age of the fix, time with ACC, hdop, clock, (4 free), intervals, outer temperature with its limits. */
export function readAccuracy(reader: ByteReader, { attributes }: PositionDraft): void {
  const mask = reader.u16();
  const sizes = [4, 4, 2, 6, 0, 8, 6];
  if (reader.remaining < bytesOf(mask & 0x7f, sizes)) return;
  reader.skip(bytesOf(mask & 0x03, sizes));
  if (has(mask, 2)) attributes.hdop = reader.u16() / 10;
  reader.skip(bytesOf(mask & 0x28, sizes));
  if (has(mask, 6)) attributes.temp3 = reader.i16() / 10;
}
