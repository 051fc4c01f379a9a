/** The bounds of a body as they are set, over a real socket; a clock of the test's own, so that half an hour takes no time. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { endSlowBodies } from './slow-bodies.ts';
import { defaultWebLimits } from './web-connections.ts';

const { bodyMs, bodyBytesPerSecond, requestMs } = defaultWebLimits;
afterEach(() => void vi.useRealTimers());

/** Seconds of the test's clock until it was ended, or until the body was taken whole. */
async function upload(bytes: number, bytesPerSecond: number): Promise<{ seconds: number; isEnded: boolean }> {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  const server = createServer((request) => request.resume());
  let slow = 0;
  endSlowBodies(server, defaultWebLimits, () => {
    slow += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  const [request] = await Promise.all([
    once(server, 'request').then(([taken]) => taken),
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`),
  ]);
  const before = request.socket.bytesRead;
  let sent = 0;
  let seconds = 0;
  while (slow === 0 && sent < bytes) {
    const piece = Math.min(bytesPerSecond, bytes - sent);
    socket.write(Buffer.alloc(piece, 0x78));
    sent += piece;
    const arrived = () => request.socket.bytesRead - before >= sent;
    while (!arrived()) await new Promise((resolve) => setImmediate(resolve));
    seconds += 1;
    vi.advanceTimersByTime(1_000);
  }
  socket.destroy();
  server.close();
  return { seconds, isEnded: slow > 0 };
}

test('[ING-11] a client that sends 500 bytes a second keeps its connection for less than a minute, not for half an hour', async () => {
  const { seconds, isEnded } = await upload(1_000_000, 500);
  expect(isEnded).toBe(true);
  expect(seconds).toBeGreaterThanOrEqual(bodyMs / 1000);
  expect(seconds).toBeLessThan(60);
});

test('[ING-11] ten megabytes over 50 kbit/s are taken, within the time of a whole request', async () => {
  const { seconds, isEnded } = await upload(10_000_000, 6_250);
  expect(isEnded).toBe(false);
  expect(seconds * 1000).toBeLessThan(requestMs);
});

test('[ING-11] the least that a line must bring is 16 kbit/s', () => {
  expect(bodyBytesPerSecond * 8).toBe(16_000);
});
