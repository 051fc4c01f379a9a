/** A tracker that never gives up: what was not acknowledged is sent again, in order, as soon as a line stands. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTracker } from '@atalaia/simulator/tracker/create-tracker';
import { completeReport } from '@atalaia/simulator/wire/report';
import { type CrashProtocol, reportAt } from './itinerary.ts';

export interface CrashTrackerParts {
  readonly protocol: CrashProtocol;
  readonly uniqueId: string;
  readonly port: number;
  /** Its number, which says where it drives. */
  readonly vehicle: number;
  readonly firstFixMs: number;
}

export interface CrashTracker extends CrashTrackerParts {
  /** Positions from the first on that the server acknowledged. */
  readonly acknowledged: number;
  /** Positions sent at least once. */
  readonly sent: number;
  /** Sends until `finish` is called and everything sent is acknowledged. */
  run(): Promise<void>;
  finish(): void;
}

/** Sent together, and so on their way together when the blow falls. */
const positionsAtOnce = 8;
const pauseMs = 15;
const retryMs = 60;
/** While the database is away nothing is answered; the line stands and is waited on. */
const answerTimeoutMs = 60_000;

export function createCrashTracker(parts: CrashTrackerParts): CrashTracker {
  const { protocol, uniqueId, port, vehicle, firstFixMs } = parts;
  const line = createTracker({ protocol, uniqueId, host: '127.0.0.1', port, answerTimeoutMs });
  let acknowledged = 0;
  let sent = 0;
  let finishing = false;

  /** Sends what is due, one packet a position. False when the line fell before all of it was acknowledged. */
  async function sendDue(): Promise<boolean> {
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

  const isUp = () =>
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
    async run() {
      while (!isDone()) {
        let stands = await isUp();
        while (stands && !isDone()) {
          stands = await sendDue();
          await sleep(pauseMs);
        }
        await line.close();
        if (!stands) await sleep(retryMs);
      }
    },
    finish() {
      finishing = true;
    },
  };
}
