import { connect } from 'node:net';
import { protocols } from '@atalaia/protocols/registry';
import { runInChild } from '../process/run-in-child.ts';

export interface GarbageLoad {
  readonly portOffset: number;
  /** Held open at one time; one that the server ends is made again. */
  readonly connections: number;
  readonly seconds: number;
}

export interface GarbageResult {
  readonly bytes: number;
  readonly connected: number;
}

const againMs = 100;
const pauseMs = 20;
const pieceBytes = 512;

const ports = protocols
  .filter(({ transports }) => !transports.every((one) => one === 'udp'))
  .map(({ port }) => port);

/** Noise, and noise behind what begins a frame somewhere: it is held for longer. */
const starts = [
  '',
  '78780d01',
  '7e0200',
  '2a48512c',
  '28',
  '2b524553503a',
  '2424',
  '000f33',
  '5354333030',
  '01a6',
];

function piece(): Buffer {
  const start = Buffer.from(starts[Math.floor(Math.random() * starts.length)] ?? '', 'hex');
  const noise = Buffer.from(Array.from({ length: pieceBytes }, () => Math.floor(Math.random() * 256)));
  return Buffer.concat([start, noise]);
}

runInChild<GarbageLoad, GarbageResult>(async ({ portOffset, connections, seconds }) => {
  const endMs = performance.now() + seconds * 1000;
  const pieces = Array.from({ length: 200 }, piece);
  let bytes = 0;
  let connected = 0;

  /** One after another, until the time is over. */
  const speak = (lane: number): Promise<void> =>
    new Promise((resolve) => {
      const again = () => {
        if (performance.now() >= endMs) resolve();
        else setTimeout(() => speak(lane).then(resolve), againMs);
      };
      const socket = connect((ports[lane % ports.length] ?? 0) + portOffset, '127.0.0.1');
      const timer = setInterval(() => {
        if (performance.now() >= endMs) socket.destroy();
        else if (socket.writable && socket.writableLength === 0) {
          const next = pieces[Math.floor(Math.random() * pieces.length)] ?? Buffer.alloc(1);
          socket.write(next);
          bytes += next.length;
        }
      }, pauseMs);
      socket.once('connect', () => {
        connected += 1;
      });
      socket.on('error', () => undefined);
      socket.resume();
      socket.once('close', () => {
        clearInterval(timer);
        again();
      });
    });

  await Promise.all(Array.from({ length: connections }, (_, lane) => speak(lane)));
  return { bytes, connected };
});
