import { expect, test } from 'vitest';
import { gps103 } from './gps103.ts';

const imei = '359586015829802';
const report = `imei:${imei},tracker,0809231429,,F,062947.294,A,2234.4026,N,11354.3277,E,0.00,;`;

function decodeDatagram(text: string) {
  return gps103.decode(Buffer.from(text), {}, { receivedMs: Date.UTC(2024, 9, 5), transport: 'udp' });
}

test('[ING-03] a datagram may hold several messages, and each has its answer', () => {
  const { messages, replies, error } = decodeDatagram(`##,imei:${imei},A;${report}\r\n${imei};`);
  expect(messages.map(({ kind }) => kind)).toEqual(['login', 'position', 'heartbeat']);
  expect(replies.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['LOAD', 'ON']);
  expect(error).toBeUndefined();
});

test('[ING-03] a datagram that is cut short gives nothing', () => {
  const { messages, error } = decodeDatagram(`${report}${report.slice(0, 40)}`);
  expect(messages).toEqual([]);
  expect(error).toMatchObject({ code: 'bad-length' });
});
