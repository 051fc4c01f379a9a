/**
 * A tracker's memory and its line: reports wait in the memory, oldest first, until the server has stored them. While the
 * line is down they are kept; when it stands again they are sent before anything newer.
 */
import type { Report } from '../wire/report.ts';
import type { Tracker, TrackerEvents } from './tracker.ts';

export interface Uplink {
  /** A new report: sent at once, or kept until the line stands. */
  offer(report: Report): void;
  heartbeat(report: Report): void;
  /** Loses the network: the line falls, and none is made until `restore`. */
  lose(): void;
  /** A jammer: nothing is sent and the line is left as it is, so that the server receives nothing. */
  jam(): void;
  restore(): void;
  /** Ends for good. */
  stop(): Promise<void>;
  /** Reports not stored yet. */
  readonly waiting: number;
  readonly connected: boolean;
}

export interface UplinkParts {
  createTracker(events: TrackerEvents): Tracker;
  onCommand?(text: string): string | undefined;
  /** Called when the connection fails, for the log. */
  onTrouble?(reason: Error): void;
}

/** A tracker's memory: the oldest are lost beyond it. */
const memoryReports = 5_000;
/** Sent at a time; the next go when these are stored. */
const reportsAtATime = 20;
/** A report sent later than this after its fix is marked as one from memory. */
const freshMs = 15_000;
const firstRetryMs = 2_000;
const longestRetryMs = 30_000;

function asStored(report: Report): Report {
  return Date.now() - report.fixTimeMs > freshMs ? { ...report, stored: true } : report;
}

export function createUplink(parts: UplinkParts): Uplink {
  const memory: Report[] = [];
  let network: 'there' | 'lost' | 'jammed' = 'there';
  let line: 'down' | 'rising' | 'up' = 'down';
  let sending = false;
  let stopped = false;
  let retryMs = firstRetryMs;
  let retry: NodeJS.Timeout | undefined;

  const tracker = parts.createTracker({
    onClose: () => fall(),
    ...(parts.onCommand && { onCommand: parts.onCommand }),
  });

  function fall(): void {
    line = 'down';
    if (stopped || network === 'lost' || retry !== undefined) return;
    retry = setTimeout(() => {
      retry = undefined;
      rise();
    }, retryMs);
    retryMs = Math.min(longestRetryMs, retryMs * 2);
  }

  function rise(): void {
    if (stopped || network !== 'there' || line !== 'down') return;
    line = 'rising';
    tracker.connect().then(
      () => {
        line = 'up';
        retryMs = firstRetryMs;
        pump();
      },
      (reason: Error) => {
        parts.onTrouble?.(reason);
        fall();
      },
    );
  }

  function pump(): void {
    if (sending || memory.length === 0 || line !== 'up' || network !== 'there') return;
    const batch = memory.slice(0, reportsAtATime).map(asStored);
    sending = true;
    tracker.sendPositions(batch).then(
      () => {
        sending = false;
        memory.splice(0, batch.length);
        pump();
      },
      (reason: Error) => {
        sending = false;
        parts.onTrouble?.(reason);
        // What was on its way may or may not be stored; it is sent again on the next line.
        if (line === 'up') void tracker.close().then(() => fall());
      },
    );
  }

  function offer(report: Report): void {
    // The batch on its way stays at the front, so the oldest after it go first.
    if (memory.length >= memoryReports) memory.splice(sending ? reportsAtATime : 0, 1);
    memory.push(report);
    if (line === 'down' && retry === undefined) rise();
    pump();
  }

  return {
    offer,
    heartbeat: (report) => {
      if (line === 'up' && network === 'there') tracker.sendHeartbeat(report);
    },
    lose: () => {
      network = 'lost';
      line = 'down';
      void tracker.close();
    },
    jam: () => {
      network = 'jammed';
    },
    restore: () => {
      network = 'there';
      if (line === 'up') pump();
      else rise();
    },
    stop: () => {
      stopped = true;
      clearTimeout(retry);
      return tracker.close();
    },
    get waiting() {
      return memory.length;
    },
    get connected() {
      return line === 'up';
    },
  };
}
