/** gt06 packets as a tracker makes them, for tests. */
import { sealPacket } from '@atalaia/protocols/gt06/packet';

/** The sign-in of an IMEI of 15 digits. */
export function gt06Login(imei: string, serial = 1): Uint8Array {
  return sealPacket(0x01, serial, Buffer.from(imei.padStart(16, '0'), 'hex'));
}

/** What the server answers to a packet of this type and serial. */
export function gt06Answer(type: number, serial: number): Uint8Array {
  return sealPacket(type, serial, new Uint8Array());
}

export function gt06Heartbeat(serial: number): Uint8Array {
  return sealPacket(0x23, serial, Buffer.from('000000000000', 'hex'));
}

/** The tracker's answer to a command. */
export function gt06CommandAnswer(text: string, serial: number): Uint8Array {
  const encoded = Buffer.from(text, 'latin1');
  const content = Buffer.concat([
    Buffer.from([encoded.length + 4]),
    Buffer.alloc(4),
    encoded,
    Buffer.from([0, 2]),
  ]);
  return sealPacket(0x15, serial, content);
}

export interface Gt06Fix {
  /** ms since 1970 UTC; gt06 has whole seconds. */
  readonly timeMs: number;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly speedKph?: number;
  readonly course?: number;
  readonly fixed?: boolean;
  readonly ignition?: boolean;
  readonly satellites?: number;
}

export const gt06LocationType = 0x10;

export function gt06Location(fix: Gt06Fix, serial: number): Uint8Array {
  const { latitude = -23.5505, longitude = -46.6333, speedKph = 40, course = 90, satellites = 9 } = fix;
  const content = Buffer.alloc(18);
  const time = new Date(fix.timeMs);
  content.set([
    time.getUTCFullYear() - 2000,
    time.getUTCMonth() + 1,
    time.getUTCDate(),
    time.getUTCHours(),
    time.getUTCMinutes(),
    time.getUTCSeconds(),
    0xc0 | satellites,
  ]);
  content.writeUInt32BE(Math.round(Math.abs(latitude) * 1_800_000), 7);
  content.writeUInt32BE(Math.round(Math.abs(longitude) * 1_800_000), 11);
  content[15] = speedKph;
  content.writeUInt16BE(flags(fix, latitude, longitude) | course, 16);
  return sealPacket(gt06LocationType, serial, content);
}

function flags({ fixed = true, ignition }: Gt06Fix, latitude: number, longitude: number): number {
  return (
    (latitude >= 0 ? 0x0400 : 0) |
    (longitude < 0 ? 0x0800 : 0) |
    (fixed ? 0x1000 : 0) |
    (ignition === undefined ? 0 : ignition ? 0xc000 : 0x4000)
  );
}
