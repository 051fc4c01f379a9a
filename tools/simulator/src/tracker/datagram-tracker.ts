import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { completeReport, type Report } from '../wire/report.ts';
import type { Answer, StreamWire } from '../wire/stream-wire.ts';
import { createPacketSender } from './packet-sender.ts';
import type { Tracker, TrackerAddress, TrackerEvents } from './tracker.ts';

/** A tracker that speaks in datagrams: each report is one, and is sent again by its owner when no answer comes in time. */
export function createDatagramTracker(
  wire: StreamWire,
  address: TrackerAddress,
  events: TrackerEvents = {},
): Tracker {
  const { uniqueId, host, port, answerTimeoutMs } = address;
  let socket: Socket | undefined;
  let accept: (() => void) | undefined;

  function write(bytes: Uint8Array): Promise<void> {
    const line = socket;
    if (line === undefined) return Promise.reject(new Error('not connected'));
    return new Promise((resolve, reject) => {
      line.send(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }

  const sender = createPacketSender(wire, address, events, write);

  function take(answer: Answer): void {
    if (answer.kind === 'login') accept?.();
    else sender.take(answer);
  }

  function end(line: Socket): void {
    if (socket !== line) return;
    socket = undefined;
    sender.pending.failAll(new Error('connection closed'));
    events.onClose?.();
  }

  function open(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const line = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
      const answers = wire.createAnswerReader();
      line.on('message', (datagram) => {
        for (const answer of answers.push(datagram)) take(answer);
      });
      line.on('error', (error) => {
        reject(error);
        line.close();
      });
      line.on('close', () => end(line));
      line.connect(port, host, () => resolve(line));
    });
  }

  /** There is no line to stand: the sign-in's answer shows that the server receives. */
  function signIn(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no answer to the sign-in')), answerTimeoutMs);
      accept = () => {
        clearTimeout(timer);
        accept = undefined;
        resolve();
      };
      write(bytes).catch((error: Error) => {
        clearTimeout(timer);
        reject(error);
      });
    });
  }

  async function sendPositions(reports: readonly Report[]): Promise<void> {
    for (let from = 0; from < reports.length; from += wire.reportsPerPacket) {
      await sender.send(reports.slice(from, from + wire.reportsPerPacket));
    }
  }

  return {
    uniqueId,
    connect: async () => {
      socket?.close();
      socket = await open();
      const bytes = wire.login?.(uniqueId);
      if (bytes) await signIn(bytes);
    },
    sendPosition: (report) => sender.send([completeReport(report)]),
    sendPositions,
    sendHeartbeat: sender.sendHeartbeat,
    close: () => {
      const line = socket;
      if (line === undefined) return Promise.resolve();
      return new Promise((resolve) => {
        line.on('close', () => resolve());
        line.close();
      });
    },
  };
}
