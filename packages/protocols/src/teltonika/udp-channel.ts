/**
 * Teltonika's UDP channel: length u16 | packet id u16 | 01 | AVL packet id u8 | IMEI length u16, IMEI | codec … count.
 * Length counts everything behind itself. Answered: 00 05 | packet id | 01 | AVL packet id | records taken u8.
 * There is no CRC: UDP has its own.
 */
import { ByteReader } from '../byte-reader.ts';
import type { DecodeError } from '../protocol.ts';
import { type AvlData, openData } from './avl-packet.ts';

interface Datagram {
  readonly packetId: number;
  readonly avlPacketId: number;
  readonly imei: string;
  readonly data: AvlData;
}

export function openDatagram(bytes: Uint8Array): Datagram | DecodeError {
  const reader = new ByteReader(bytes);
  const length = reader.u16();
  const packetId = reader.u16();
  reader.skip(1);
  const avlPacketId = reader.u8();
  const imei = reader.text(reader.u16());
  if (reader.overrun || length + 2 !== bytes.length) {
    return { code: 'bad-length', message: `a datagram of ${bytes.length} bytes` };
  }
  if (!/^\d{8,20}$/.test(imei)) return { code: 'bad-value', message: 'the datagram names no IMEI' };
  const data = openData(bytes, bytes.length - reader.remaining, bytes.length);
  return 'code' in data ? data : { packetId, avlPacketId, imei, data };
}

export function datagramAnswer({ packetId, avlPacketId }: Datagram, count: number): Uint8Array {
  return Uint8Array.of(0, 5, packetId >> 8, packetId & 0xff, 1, avlPacketId, count);
}
