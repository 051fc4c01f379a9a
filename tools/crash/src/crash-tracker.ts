/** A tracker that never gives up: what was not acknowledged is sent again, in order, as soon as a line stands. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTracker } from '@atalaia/simulator/tracker/create-tracker';
import type { Tracker } from '@atalaia/simulator/tracker/tracker';
import { completeReport } from '@atalaia/simulator/wire/report';
import { type CrashProtocol, reportAt } from './itinerary.ts';

export interface CrashTrackerParts {
  readonly protocol: CrashProtocol;
  readonly uniqueId: string;
  /** Of the servers: it goes from one to the next. */
  readonly ports: readonly number[];
  /** Its number, which says where it drives. */
  readonly vehicle: number;
  readonly firstFixMs: number;
  readonly manner?: Partial<Manner>;
  /** A command came; what is returned is its answer. */
  readonly onCommand?: (text: string) => string | undefined;
}

/** How it sends. */
export interface Manner {
  /** Sent together, and so on their way together when the blow falls. */
  readonly positionsAtOnce: number;
  readonly pauseMs: number;
  /** While the database is away nothing is answered; the line stands and is waited on. */
  readonly answerTimeoutMs: number;
  /** It stays with a server for so many rounds; for good by default. */
  readonly roundsBeforeJump: number;
}

const usualManner: Manner = Object.freeze({
  positionsAtOnce: 8,
  pauseMs: 15,
  answerTimeoutMs: 60_000,
  roundsBeforeJump: Number.POSITIVE_INFINITY,
});

export interface CrashTracker extends CrashTrackerParts {
  /** Positions from the first on that the server acknowledged. */
  readonly acknowledged: number;
  /** Positions sent at least once. */
  readonly sent: number;
  /** Times that a line stood. */
  readonly connections: number;
  /** Sends until `finish` is called and everything sent is acknowledged. */
  run(): Promise<void>;
  finish(): void;
}

const retryMs = 60;

export function createCrashTracker(parts: CrashTrackerParts): CrashTracker {
  const { protocol, uniqueId, ports, vehicle, firstFixMs } = parts;
  const { positionsAtOnce, pauseMs, answerTimeoutMs, roundsBeforeJump } = { ...usualManner, ...parts.manner };
  const lines = ports.map((port) =>
    createTracker({
      ...{ protocol, uniqueId, host: '127.0.0.1', port, answerTimeoutMs },
      events: parts.onCommand ? { onCommand: parts.onCommand } : {},
    }),
  );
  let connections = 0;
  let acknowledged = 0;
  let sent = 0;
  let finishing = false;

  /** Sends what is due, one packet a position. False when the line fell before all of it was acknowledged. */
  async function sendDue(line: Tracker): Promise<boolean> {
    const until = finishing ? sent : acknowledged + positionsAtOnce;
    const packets: Promise<boolean>[] = [];
    for (let index = acknowledged; index < until; index += 1) {
      const report = completeReport(reportAt(protocol, firstFixMs, vehicle, index));
      packets.push(
        line.sendPosition(report).then(
          () => true,
          () => false,
        ),
      );
    }
    sent = Math.max(sent, until);
    const answered = await Promise.all(packets);
    const firstLost = answered.indexOf(false);
    acknowledged += firstLost === -1 ? answered.length : firstLost;
    if (firstLost !== -1 && answered.includes(true, firstLost)) {
      throw new Error(`${uniqueId}: acknowledged out of order`);
    }
    return firstLost === -1;
  }

  const isDone = () => finishing && acknowledged >= sent;

  const isUp = (line: Tracker) =>
    line.connect().then(
      () => true,
      () => false,
    );

  return {
    ...parts,
    get acknowledged() {
      return acknowledged;
    },
    get sent() {
      return sent;
    },
    get connections() {
      return connections;
    },
    async run() {
      for (let turn = vehicle; !isDone(); turn += 1) {
        const line = lines[turn % lines.length];
        if (!line) throw new Error(`${uniqueId} knows no server`);
        let isConnected = await isUp(line);
        if (isConnected) connections += 1;
        for (let round = 0; isConnected && !isDone() && round < roundsBeforeJump; round += 1) {
          isConnected = await sendDue(line);
          await sleep(pauseMs);
        }
        await line.close();
        if (!isConnected) await sleep(retryMs);
      }
    },
    finish() {
      finishing = true;
    },
  };
}
