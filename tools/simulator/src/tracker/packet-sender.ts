import type { Report } from '../wire/report.ts';
import type { Answer, StreamWire } from '../wire/stream-wire.ts';
import { createPendingAnswers, type PendingAnswers } from './pending-answers.ts';
import type { TrackerAddress, TrackerEvents } from './tracker.ts';

/** What a tracker sends by either transport: numbered packets, and the wait until the server has stored them. */
export interface PacketSender {
  readonly pending: PendingAnswers;
  /** Sends one packet of reports. */
  send(reports: readonly Report[]): Promise<void>;
  sendHeartbeat(report: Report): void;
  /** Takes any answer but that of a sign-in. */
  take(answer: Exclude<Answer, { kind: 'login' }>): void;
}

export function createPacketSender(
  wire: StreamWire,
  { uniqueId, answerTimeoutMs }: TrackerAddress,
  { onCommand }: TrackerEvents,
  write: (bytes: Uint8Array) => Promise<void>,
): PacketSender {
  const pending = createPendingAnswers(answerTimeoutMs);
  let serial = 0;

  function nextSerial(): number {
    serial = (serial % 0xffff) + 1;
    return serial;
  }

  /** What cannot leave is lost, as on the air; the connection's own event reports its end. */
  function tryToWrite(bytes: Uint8Array | undefined): void {
    if (bytes) write(bytes).catch(() => undefined);
  }

  return {
    pending,
    async send(reports) {
      const sending = { uniqueId, serial: nextSerial() };
      const stored = wire.acknowledges ? pending.wait(sending.serial, reports.length) : undefined;
      // The answer's failure is the one that counts; a write that fails closes the line, which fails the answer.
      const written = write(wire.reports(sending, reports));
      if (stored === undefined) return written;
      written.catch((error: Error) => pending.failAll(error));
      await stored;
    },
    sendHeartbeat(report) {
      tryToWrite(wire.heartbeat?.({ uniqueId, serial: nextSerial() }, report));
    },
    take(answer) {
      if (answer.kind === 'stored') return pending.storedSerial(answer.serial);
      if (answer.kind === 'count') return pending.storedCount(answer.count);
      const text = onCommand?.(answer.text);
      if (text === undefined || wire.commandResult === undefined) return;
      tryToWrite(wire.commandResult({ uniqueId, serial: nextSerial() }, text, answer.token));
    },
  };
}
