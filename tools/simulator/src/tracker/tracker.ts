import type { Report, ReportInput } from '../wire/report.ts';

/** One tracker's line to the server. */
export interface Tracker {
  readonly uniqueId: string;
  /** Resolves when the line stands and the server has accepted the sign-in; rejects otherwise. */
  connect(): Promise<void>;
  /**
   * Resolves when the server says that the report is stored (gt06, teltonika, osmand), or, where the protocol has no such
   * answer (suntech), when it is written. Rejects when the line falls or no answer comes in time: then send it again.
   */
  sendPosition(report: ReportInput): Promise<void>;
  /** The same for several, oldest first, in as few packets as the protocol allows. */
  sendPositions(reports: readonly Report[]): Promise<void>;
  /** A sign of life, where the protocol has one. */
  sendHeartbeat(report: Report): void;
  /** Ends the line; resolves when it is closed. */
  close(): Promise<void>;
}

export interface TrackerEvents {
  /** The line fell, or was closed. */
  onClose?(): void;
  /** A command came; what is returned is the tracker's answer, undefined for none. */
  onCommand?(text: string): string | undefined;
}

export interface TrackerAddress {
  readonly uniqueId: string;
  readonly host: string;
  readonly port: number;
  /** How long an answer may take, ms. */
  readonly answerTimeoutMs: number;
}
