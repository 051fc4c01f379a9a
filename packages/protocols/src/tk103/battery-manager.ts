/**
 * What the manager of an electric vehicle's battery reports (BS50, hexadecimal, least significant byte first; BS51, groups
 * `key:hexadecimal` between commas):
 *
 *     BS50  header 3 | cells u8 | 24 × mV u16 | not charging u8 | 0.1 A u16 | 0.01 V u16 | percent u8 | …
 *     BS51  90: 0.1 V u16, 0.1 V u16, 0.1 A u16 above 30000, 0.1 % u16 | 92: hottest °C u8 above 40, number, coldest, number
 */
import type { AttributeDraft } from '../position-draft.ts';

const cellsAt = 4;
const stateAt = cellsAt + 24 * 2;

function u16(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256;
}

function bytesIn(hex: string): Uint8Array {
  return /^(?:[0-9A-Fa-f]{2})+$/.test(hex) ? Buffer.from(hex, 'hex') : new Uint8Array(0);
}

function readPack(data: string, attributes: AttributeDraft): boolean {
  const bytes = bytesIn(data);
  if (bytes.length < stateAt + 6) return false;
  const cells = Math.min(24, bytes[3] ?? 0);
  for (let cell = 0; cell < cells; cell += 1) {
    attributes[`cell${cell + 1}Voltage`] = u16(bytes, cellsAt + cell * 2) / 1000;
  }
  attributes.charge = bytes[stateAt] === 0;
  attributes.batteryCurrent = u16(bytes, stateAt + 1) / 10;
  attributes.battery = u16(bytes, stateAt + 3) / 100;
  const percent = bytes[stateAt + 5] ?? 0;
  if (percent <= 100) attributes.batteryLevel = percent;
  return true;
}

function readGroups(data: string, attributes: AttributeDraft): boolean {
  let known = false;
  for (const group of data.split(',')) {
    const [key, hex = ''] = group.split(':');
    const bytes = bytesIn(hex);
    if (key === '90' && bytes.length >= 8) {
      attributes.battery = u16(bytes, 0) / 10;
      attributes.batteryCurrent = (u16(bytes, 4) - 30_000) / 10;
      const percent = u16(bytes, 6) / 10;
      if (percent <= 100) attributes.batteryLevel = percent;
      known = true;
    } else if (key === '92' && bytes.length >= 4) {
      attributes.temp1 = (bytes[0] ?? 0) - 40;
      attributes.temp2 = (bytes[2] ?? 0) - 40;
      known = true;
    }
  }
  return known;
}

/** Sets what is reported; false when the data is none of it. */
export function readBatteryManager(type: string, data: string, attributes: AttributeDraft): boolean {
  return type === 'BS50' ? readPack(data, attributes) : readGroups(data, attributes);
}
