import type { Alarm, Report } from './report.ts';

/** What the server's bytes meant. */
export type Answer =
  | { readonly kind: 'login'; readonly accepted: boolean }
  /** Reports are stored: those of the packet with this serial, or the first so many of the oldest packet on its way. */
  | { readonly kind: 'stored'; readonly serial: number }
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'command'; readonly text: string; readonly token: Uint8Array };

export interface AnswerReader {
  /** Answers that are now whole; the rest is kept. */
  push(chunk: Uint8Array): readonly Answer[];
}

/** One packet's place in a connection. */
export interface Sending {
  readonly uniqueId: string;
  /** 1 to 65535, going up. */
  readonly serial: number;
}

/** A protocol as a tracker speaks it over a stream. Pure: bytes in, bytes out. */
export interface StreamWire {
  /** Its name in the server's list. */
  readonly protocol: string;
  /** Usual port, before any offset. */
  readonly port: number;
  /** It has no stream: each packet, and each answer, is a datagram. */
  readonly inDatagrams?: true;
  /** How many reports one packet takes. */
  readonly reportsPerPacket: number;
  /** Whether the server sends that it has stored a report; where it does not, a report counts as stored once written. */
  readonly acknowledges: boolean;
  /** What this protocol has words for; a report with another alarm goes without it. */
  readonly alarms: ReadonlySet<Alarm>;
  /** The settings that its device needs for its reports to be read rightly. */
  readonly deviceAttributes?: Readonly<Record<string, string | number | boolean>>;
  /** The sign-in; absent where every report carries the id. */
  login?(uniqueId: string): Uint8Array;
  /** A packet of 1 to `reportsPerPacket` reports. */
  reports(sending: Sending, reports: readonly Report[]): Uint8Array;
  /** A sign of life. */
  heartbeat?(sending: Sending, report: Report): Uint8Array;
  /** What the tracker says to a command. */
  commandResult?(sending: Sending, text: string, token: Uint8Array): Uint8Array;
  createAnswerReader(): AnswerReader;
}

/** Cuts answers off the front of what came; `take` gives the bytes that an answer used, or 0 while it is not whole. */
export function createAnswerReader(take: (unread: Uint8Array, answers: Answer[]) => number): AnswerReader {
  let held: Uint8Array = new Uint8Array(0);
  return {
    push: (chunk) => {
      let unread = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const answers: Answer[] = [];
      for (let used = take(unread, answers); used > 0; used = take(unread, answers)) {
        unread = unread.subarray(used);
      }
      held = unread.length === 0 ? unread : Uint8Array.from(unread);
      return answers;
    },
  };
}
