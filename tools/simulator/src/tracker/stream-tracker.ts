import { createConnection, type Socket } from 'node:net';
import { completeReport, type Report } from '../wire/report.ts';
import type { Answer, StreamWire } from '../wire/stream-wire.ts';
import { createPacketSender } from './packet-sender.ts';
import type { Tracker, TrackerAddress, TrackerEvents } from './tracker.ts';

interface Login {
  accept(): void;
  refuse(reason: Error): void;
}

/** A tracker that keeps one TCP connection, on which it signs in once. After `close` it may connect again. */
export function createStreamTracker(
  wire: StreamWire,
  address: TrackerAddress,
  events: TrackerEvents = {},
): Tracker {
  const { uniqueId, host, port, answerTimeoutMs } = address;
  let socket: Socket | undefined;
  let login: Login | undefined;

  function write(bytes: Uint8Array): Promise<void> {
    const line = socket;
    if (line === undefined || line.destroyed) return Promise.reject(new Error('not connected'));
    return new Promise((resolve, reject) => {
      line.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }

  const sender = createPacketSender(wire, address, events, write);

  function take(answer: Answer): void {
    if (answer.kind !== 'login') sender.take(answer);
    else if (answer.accepted) login?.accept();
    else login?.refuse(new Error(`${uniqueId} is not known here`));
  }

  function endWaiting(): void {
    const reason = new Error('connection closed');
    login?.refuse(reason);
    sender.pending.failAll(reason);
  }

  function listen(line: Socket): void {
    const answers = wire.createAnswerReader();
    line.on('data', (chunk) => {
      for (const answer of answers.push(chunk)) take(answer);
    });
    // An error is always followed by a close, which says it to everybody who waits.
    line.on('error', () => undefined);
    line.on('close', () => {
      // The end of a line that another has replaced is not reported.
      if (socket !== line) return;
      socket = undefined;
      endWaiting();
      events.onClose?.();
    });
  }

  function signIn(line: Socket): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => login?.refuse(new Error('no answer to the sign-in')), answerTimeoutMs);
      const settle = () => {
        clearTimeout(timer);
        login = undefined;
      };
      login = {
        accept: () => {
          settle();
          resolve();
        },
        refuse: (reason) => {
          settle();
          line.destroy();
          reject(reason);
        },
      };
      line.on('connect', () => {
        const bytes = wire.login?.(uniqueId);
        if (bytes === undefined) login?.accept();
        else line.write(bytes);
      });
    });
  }

  async function sendPositions(reports: readonly Report[]): Promise<void> {
    const packets: Promise<void>[] = [];
    for (let from = 0; from < reports.length; from += wire.reportsPerPacket) {
      packets.push(sender.send(reports.slice(from, from + wire.reportsPerPacket)));
    }
    await Promise.all(packets);
  }

  return {
    uniqueId,
    connect: () => {
      endWaiting();
      const line = createConnection({ host, port, noDelay: true });
      socket = line;
      listen(line);
      return signIn(line);
    },
    sendPosition: (report) => sender.send([completeReport(report)]),
    sendPositions,
    sendHeartbeat: sender.sendHeartbeat,
    close: () => {
      const line = socket;
      if (line === undefined || line.destroyed) return Promise.resolve();
      return new Promise((resolve) => {
        line.on('close', () => resolve());
        line.destroy();
      });
    },
  };
}
