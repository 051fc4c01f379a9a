/**
 * One tracker's conversation as the support desk replays it: its session carries on from line to line. More lenient
 * than the server, since a line out of a log is seldom a whole connection:
 * - after an error that would close the connection the next line begins a new one, of the same tracker;
 * - what only lacks a sign-in is read all the same, its error shown;
 * - a frame that a log shows without its end (carriage return, `#`, `$`…) is taken for whole, and what a line before
 *   left unfinished is dropped where only that spoils a line; unless lines are pieces of a stream.
 */

import type {
  Decoded,
  DecodeError,
  Frame,
  Protocol,
  TrackerSession,
  Transport,
} from '@atalaia/protocols/protocol';
import { isPrintable } from '@atalaia/protocols/wire/byte-text';
import { type Reading, reading } from './reading.ts';

export interface DeskParts {
  readonly protocol: Protocol;
  readonly transport: Transport;
  /** Lines are pieces of a stream, cut anywhere. */
  readonly pieces: boolean;
  now(): number;
}

export interface Desk {
  take(bytes: Uint8Array): Reading;
}

/** What comes of some frames, and the session behind them. */
interface Understood {
  readonly decoded: readonly Decoded[];
  readonly session: TrackerSession;
  readonly error: DecodeError | undefined;
}

/** Who speaks when a frame is read without a sign-in. */
const stranger = 'unknown';
const noLogin = 'no-login';

/** What ends a frame of the text protocols, and what a log or a person leaves out. */
const usualEnds: readonly Uint8Array[] = ['\r\n', '\r', '\r\n\r\n', '#', '$', ';', ')', '\0'].map((end) =>
  Buffer.from(end),
);

/** Messages that say more than who is there: a piece of a longer frame may well look like a heartbeat. */
const reportsIn = ({ decoded }: Understood): number =>
  decoded
    .flatMap(({ messages }) => messages)
    .filter(({ kind }) => kind === 'position' || kind === 'commandResult').length;

/** No tracker's own number is shorter; what is may be cut. */
const leastDigits = 9;

const namesWhole = ({ decoded }: Understood): boolean =>
  decoded.some(({ messages }) =>
    messages.some(({ uniqueIds }) => (uniqueIds[0] ?? '').length >= leastDigits),
  );

const isClean = ({ error }: Understood) => !error || error.code === noLogin;

export function createDesk({ protocol, transport, pieces, now }: DeskParts): Desk {
  let session: TrackerSession = {};
  let framer = protocol.createFramer();

  const decode = (frame: Frame, before: TrackerSession): Decoded => {
    const context = { receivedMs: now(), transport };
    const decoded = protocol.decode(frame, before, context);
    if (decoded.error?.code !== noLogin || before.uniqueId !== undefined) return decoded;
    const guessed = protocol.decode(frame, { ...before, uniqueId: stranger }, context);
    return guessed.error ? decoded : { ...decoded, messages: guessed.messages };
  };

  const understand = (frames: readonly Frame[], broken?: DecodeError): Understood => {
    let after = session;
    const decoded = frames.map((frame) => {
      const one = decode(frame, after);
      after = one.session;
      return one;
    });
    return { decoded, session: after, error: decoded.find(({ error }) => error)?.error ?? broken };
  };

  const settle = ({ decoded, session: after, error }: Understood): Reading => {
    session = after;
    return reading(
      decoded.flatMap(({ messages }) => messages),
      decoded.flatMap(({ replies }) => replies),
      error,
    );
  };

  /** What a line holds that lacks nothing but its end: a report or, where none is, a sign-in or a sign of life as text. */
  const wholeBut = (bytes: Uint8Array): Understood | undefined => {
    let sign: Understood | undefined;
    for (const end of usualEnds) {
      const trial = protocol.createFramer();
      const { frames, error } = trial.push(Buffer.concat([bytes, end]));
      const understood = understand(frames, error);
      if (trial.pendingBytes > 0 || !isClean(understood)) continue;
      if (reportsIn(understood) > 0) return understood;
      if (isPrintable(bytes) && namesWhole(understood)) sign ??= understood;
    }
    return sign;
  };

  const takeStream = (bytes: Uint8Array): Reading => {
    const heldBytes = framer.pendingBytes;
    const { frames, error } = framer.push(bytes);
    const joined = understand(frames, error);
    if (error) framer = protocol.createFramer();
    if (pieces || (isClean(joined) && reportsIn(joined) > 0)) return settle(joined);
    if (heldBytes > 0) {
      const alone = protocol.createFramer();
      const cut = alone.push(bytes);
      const understood = understand(cut.frames, cut.error);
      const isBetter = !isClean(joined) || reportsIn(understood) > reportsIn(joined);
      if (isClean(understood) && isBetter) {
        framer = alone;
        return settle(understood);
      }
    }
    const whole = framer.pendingBytes > 0 && frames.length === 0 ? wholeBut(bytes) : undefined;
    if (whole) framer = protocol.createFramer();
    return settle(whole ?? joined);
  };

  return {
    take: (bytes) => (transport === 'udp' ? settle(understand([bytes])) : takeStream(bytes)),
  };
}
