/** teltonika packets as a tracker makes them, for tests. */

/** A datagram of the UDP channel with one record of codec 8 without elements; packet id 0x1234, AVL packet id 7. */
export function teltonikaDatagram(imei: string, timeMs: number): Buffer {
  const record = Buffer.alloc(24 + 6);
  record.writeBigUInt64BE(BigInt(timeMs), 0);
  record.writeInt32BE(-466_333_000, 9);
  record.writeInt32BE(-235_505_000, 13);
  record[21] = 9;
  const head = Buffer.alloc(8);
  head.writeUInt16BE(0x1234, 2);
  head[4] = 1;
  head[5] = 7;
  head.writeUInt16BE(imei.length, 6);
  const datagram = Buffer.concat([head, Buffer.from(imei), Buffer.from([8, 1]), record, Buffer.from([1])]);
  datagram.writeUInt16BE(datagram.length - 2, 0);
  return datagram;
}
