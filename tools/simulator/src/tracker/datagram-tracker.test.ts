import { createSocket, type Socket } from 'node:dgram';
import { calamp } from '@atalaia/protocols/calamp/calamp';
import { sealDatagram } from '@atalaia/protocols/calamp/datagram';
import type { DecodedPosition } from '@atalaia/protocols/decoded-position';
import { afterEach, expect, test, vi } from 'vitest';
import { completeReport } from '../wire/report.ts';
import { createTracker } from './create-tracker.ts';
import type { Tracker, TrackerEvents } from './tracker.ts';

const imei = '863829071234567';
const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

interface Hearer {
  readonly port: number;
  readonly stored: DecodedPosition[];
  readonly results: string[];
  answers: boolean;
  say(bytes: Uint8Array): void;
}

async function startServer(): Promise<Hearer> {
  const socket: Socket = createSocket('udp4');
  const stored: DecodedPosition[] = [];
  const results: string[] = [];
  let peer = 0;
  const hearer = { answers: true };
  socket.on('message', (datagram, { port }) => {
    peer = port;
    const decoded = calamp.decode(datagram, {}, { receivedMs: 0, transport: 'udp' });
    for (const message of decoded.messages) {
      if (message.kind === 'position') stored.push(message.position);
      if (message.kind === 'commandResult') results.push(message.result);
    }
    if (hearer.answers) for (const { bytes } of decoded.replies) socket.send(bytes, port, '127.0.0.1');
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  open.push({ close: () => new Promise<void>((resolve) => socket.close(() => resolve())) });
  const say = (bytes: Uint8Array) => socket.send(bytes, peer, '127.0.0.1');
  return Object.assign(hearer, { port: socket.address().port, stored, results, say });
}

function trackerOf(port: number, events: TrackerEvents = {}): Tracker {
  const address = { uniqueId: imei, host: '127.0.0.1', port, answerTimeoutMs: 300 };
  const tracker = createTracker({ protocol: 'calamp', ...address, events });
  open.unshift(tracker);
  return tracker;
}

const report = completeReport({ fixTimeMs: Date.UTC(2026, 10, 21), latitude: -25.43, longitude: -49.27 });

test('a tracker of datagrams signs in, and its reports resolve once the server has stored them', async () => {
  const server = await startServer();
  const tracker = trackerOf(server.port);
  await tracker.connect();
  await tracker.sendPositions([report, { ...report, fixTimeMs: report.fixTimeMs + 1000 }]);
  expect(server.stored.map(({ fixTimeMs }) => fixTimeMs - report.fixTimeMs)).toEqual([0, 1000]);
});

test('a datagram without an answer is not told', async () => {
  const server = await startServer();
  const tracker = trackerOf(server.port);
  await tracker.connect();
  server.answers = false;
  await expect(tracker.sendPosition(report)).rejects.toThrow('no answer in time');
  await expect(trackerOf(server.port).connect()).rejects.toThrow('no answer to the sign-in');
});

test('a command reaches a tracker of datagrams, and its answer the server', async () => {
  const server = await startServer();
  const commands: string[] = [];
  const onCommand = (text: string) => {
    commands.push(text);
    return 'OK';
  };
  await trackerOf(server.port, { onCommand }).connect();
  server.say(sealDatagram({}, 7, 9, Uint8Array.of(3, 8, 0, 0, 0, 0, 0, 0)));
  await vi.waitFor(() => expect([commands, server.results]).toEqual([['3,8,0'], ['type 7 success']]));
});
