/** Packets on their way: each settles when its answer comes, when time is up, or when the line falls. */

interface Pending {
  readonly serial: number;
  readonly reports: number;
  readonly timer: NodeJS.Timeout;
  resolve(): void;
  reject(reason: Error): void;
}

export interface PendingAnswers {
  /** Waits for the answer to a packet of so many reports. */
  wait(serial: number, reports: number): Promise<void>;
  /** The packet with this serial is stored. */
  storedSerial(serial: number): void;
  /** So many reports of the oldest packet are stored. */
  storedCount(count: number): void;
  failAll(reason: Error): void;
}

export function createPendingAnswers(timeoutMs: number): PendingAnswers {
  const waiting: Pending[] = [];

  function settle(pending: Pending | undefined, reason?: Error): void {
    if (pending === undefined) return;
    clearTimeout(pending.timer);
    const index = waiting.indexOf(pending);
    if (index >= 0) waiting.splice(index, 1);
    if (reason) pending.reject(reason);
    else pending.resolve();
  }

  return {
    wait: (serial, reports) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => settle(pending, new Error('no answer in time')), timeoutMs);
        const pending: Pending = { serial, reports, timer, resolve, reject };
        waiting.push(pending);
      }),
    storedSerial: (serial) => settle(waiting.find((pending) => pending.serial === serial)),
    storedCount: (count) => {
      const oldest = waiting[0];
      const missing = oldest && count < oldest.reports;
      settle(oldest, missing ? new Error(`${count} of ${oldest.reports} stored`) : undefined);
    },
    failAll: (reason) => {
      for (const pending of [...waiting]) settle(pending, reason);
    },
  };
}
