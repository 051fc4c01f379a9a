import type { DecodeError, Frame, Framed, Framer } from './protocol.ts';

/**
 * What the first bytes of the unread stream are. `examined` bytes held no end of a frame and need no second look; below
 * `needed` bytes there is nothing to decide. Of a frame that is known to be broken only the first `used` bytes are done
 * with; what only later bytes showed says how many it was `decided` by. `lead` is what precedes the first frame and belongs
 * to none: a line end, a zero, the rest of a report or of a log.
 */
export type Cut =
  | { readonly kind: 'frame'; readonly length: number; readonly used?: number; readonly decided?: number }
  | { readonly kind: 'skip'; readonly length: number; readonly decided?: number }
  | { readonly kind: 'lead'; readonly length: number }
  | { readonly kind: 'more'; readonly examined: number; readonly needed?: number }
  | { readonly kind: 'error'; readonly error: DecodeError };

/**
 * Looks at the unread bytes only, never at how they came, so that any split of the stream gives the same frames: it
 * must decide from the first bytes that allow a decision, whatever follows them.
 * `examined` is what the last `more` of the same bytes reported; 0 at the start of a frame.
 * `isFirst` until a frame of this connection was cut.
 */
type Cutter = (unread: Uint8Array, examined: number, isFirst: boolean) => Cut;

/**
 * Bytes that may precede the first frame of a connection, as many as the longest text report has; who sends more that is
 * no frame speaks something else.
 */
export const mostLeadingBytes = 150;

/** How clients of other protocols begin: HTTP, TLS, SSH, mail. They are let go at their first bytes. */
const strangers: readonly Uint8Array[] = [
  'GET ',
  'POST ',
  'HEAD ',
  'PUT ',
  'OPTIONS ',
  'CONNECT ',
  'PRI * ',
  'SSH-',
  'EHLO ',
  'HELO ',
  '\x16\x03',
].map((text) => Buffer.from(text, 'latin1'));

/** Whether a connection begins like one of them, as far as its bytes go. */
function strangerState(bytes: Uint8Array): 'is' | 'may' | 'not' {
  let mayBe = false;
  for (const stranger of strangers) {
    const most = Math.min(bytes.length, stranger.length);
    let at = 0;
    while (at < most && bytes[at] === stranger[at]) at += 1;
    if (at === stranger.length) return 'is';
    if (at === bytes.length) mayBe = true;
  }
  return mayBe ? 'may' : 'not';
}

/** What of a protocol is looked for in bytes that a connection begins with; neither keeps anything between two calls. */
interface Opening {
  /** How many bytes the message has that these begin with, when it is one beyond doubt; 0 for none, and while it is not whole. */
  readonly messageBytes: (bytes: Uint8Array) => number;
  /** Whether a message may begin here, as far as the bytes go; left out where a broken one takes nothing of the next with it. */
  readonly mayBegin?: (bytes: Uint8Array) => boolean;
  /**
   * Whether a message that was not whole without the bytes from an index on may be so with them: below, none is looked for
   * again. Left out where finding none costs little.
   */
  readonly mayEnd?: (bytes: Uint8Array, from: number) => boolean;
}

/** Where in the first bytes of a connection a whole message was found: the one that ends first, and the longest of those. */
interface Inner {
  readonly start: number;
  readonly end: number;
}

function decidedBytes(cut: Exclude<Cut, { kind: 'more' | 'error' }>): number {
  return (cut.kind === 'lead' ? undefined : cut.decided) ?? cut.length;
}

/** In so many bytes of a connection another message is looked for: few have more. */
const mostOpeningBytes = 1024;

function messageWithin(bytes: Uint8Array, to: number, { messageBytes }: Opening): Inner | undefined {
  const head = bytes.subarray(0, mostOpeningBytes);
  let found: Inner | undefined;
  for (let start = 1; start < to && start <= mostLeadingBytes; start += 1) {
    const length = messageBytes(restOf(head, start));
    const end = start + length;
    if (length > 0 && end <= to && (found === undefined || end < found.end)) found = { start, end };
  }
  return found;
}

/**
 * The first cut again where a broken-off message is before another: what stands whole within the bytes of the broken one is
 * kept, and so is what it would take the beginning of, where its length says more than it has.
 */
function unbroken(found: Cut, bytes: Uint8Array, opening: Opening): Cut {
  if (found.kind === 'error') return found;
  const to = found.kind === 'more' ? bytes.length : decidedBytes(found);
  const inner = messageWithin(bytes, to, opening);
  if (inner && inner.end < to) return { kind: 'lead', length: inner.start };
  if (found.kind === 'frame' && opening.messageBytes(bytes) === found.length) return found;
  if (inner) return { kind: 'lead', length: inner.start };
  if (found.kind === 'more') return { kind: 'more', examined: found.examined };
  if (found.kind !== 'frame') return found;
  for (let at = 1; at < found.length && opening.mayBegin; at += 1) {
    // of a report too long to be what precedes a frame the rest is passed over all the same
    if (opening.mayBegin(bytes.subarray(at, found.length)))
      return { kind: at > mostLeadingBytes ? 'skip' : 'lead', length: at };
  }
  return found;
}

/**
 * A cut that is none yet, where no more than at the look before, at so many bytes, can stand whole within; undefined where that
 * may be.
 */
function unfinished(first: Cut, rest: Uint8Array, lookedBytes: number, { mayEnd }: Opening): Cut | undefined {
  if (first.kind !== 'more') return undefined;
  // what is beyond was looked through when it was not there yet
  if (lookedBytes >= mostOpeningBytes) return first;
  return mayEnd?.(rest, lookedBytes) === false ? { kind: 'more', examined: first.examined } : undefined;
}

interface FramerLimits {
  /** A frame, or what may become one, of more bytes than this ends the connection. */
  readonly maxFrameBytes: number;
  /** Bytes that may be skipped between two frames to find the next start; 0 means that none may. */
  readonly maxSkippedBytes: number;
  /** What finds a whole message behind the beginning of a broken one, which would take it with it. */
  readonly opening?: Opening;
  /**
   * Where another message begins in what was cut as one amid a connection: what is before it broke off, and is passed over.
   * 0 for none. It is asked anew where that one ends, a few times: beyond them the connection ends.
   */
  readonly restart?: (frame: Uint8Array) => number;
}

/** A connection keeps this much for its unfinished frame, and gives back what it needed beyond `roomyBytes`. */
const startBytes = 256;
const roomyBytes = 4096;

/** Small reads lie side by side in blocks of this size: a buffer of its own costs more than decoding one. */
const blockBytes = 16_384;
const smallBytes = 2048;
/** So few are copied sooner one by one. */
const fewBytes = 64;
let block = new ArrayBuffer(blockBytes);
let blockUsed = 0;

/** A copy that nobody else writes to. */
function copyOf(bytes: Uint8Array): Frame {
  const { length } = bytes;
  if (length > smallBytes) return new Uint8Array(bytes);
  if (blockUsed + length > blockBytes) {
    block = new ArrayBuffer(blockBytes);
    blockUsed = 0;
  }
  const copy = new Uint8Array(block, blockUsed, length);
  blockUsed += length;
  if (length > fewBytes) copy.set(bytes);
  else for (let at = 0; at < length; at += 1) copy[at] = bytes[at] ?? 0;
  return copy;
}

/**
 * The bytes from an index on: a plain array whatever the socket gave, since what reads one class of arrays only runs faster,
 * and a plain one is made faster than a part of a `Buffer`.
 */
function restOf(bytes: Uint8Array, from: number): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset + from, bytes.length - from);
}

const noFrames: readonly Frame[] = Object.freeze([]);
const noBytes = new Uint8Array(0);
const noStart = `the connection starts with over ${mostLeadingBytes} bytes that are no frame`;

/** So many messages may begin one in another since the last frame: for each a checksum is computed over all behind it. */
const mostRestarts = 8;
const tooNested = `over ${mostRestarts} messages broke off one in another`;

/**
 * A framer from a cutter: holds the unfinished rest in one growing buffer, each byte copied into it once and examined once.
 * Frames are parts of one copy of what was read, so that a socket may reuse its own buffer. After an error it gives nothing but that error.
 */
export function createCuttingFramer(cut: Cutter, limits: FramerLimits): Framer {
  let buffer = noBytes;
  let bufferedBytes = 0;
  let examined = 0;
  let skippedBytes = 0;
  let needed = 0;
  let leadingBytes = 0;
  let restarts = 0;
  let lookedBytes = 0;
  let isFirst = true;
  let failure: DecodeError | undefined;

  function unreadWith(chunk: Uint8Array): Uint8Array {
    if (bufferedBytes === 0) return chunk;
    const total = bufferedBytes + chunk.length;
    if (total > buffer.length) {
      const grown = new Uint8Array(Math.max(total, buffer.length * 2));
      grown.set(buffer.subarray(0, bufferedBytes));
      buffer = grown;
    }
    buffer.set(chunk, bufferedBytes);
    bufferedBytes = total;
    return buffer.subarray(0, total);
  }

  function hold(rest: Uint8Array): void {
    if (rest.length > buffer.length)
      buffer = new Uint8Array(Math.max(startBytes, rest.length, buffer.length * 2));
    if (rest.buffer === buffer.buffer) buffer.copyWithin(0, rest.byteOffset, rest.byteOffset + rest.length);
    else buffer.set(rest);
    bufferedBytes = rest.length;
  }

  function fail(frames: readonly Frame[], code: string, message: string): Framed {
    failure = { code, message };
    bufferedBytes = 0;
    return { frames, error: failure };
  }

  function tooLong(frames: readonly Frame[]): Framed {
    return fail(frames, 'frame-too-long', `no frame ends within ${limits.maxFrameBytes} bytes`);
  }

  /** The cut until a frame was found; of a connection that begins with another protocol the end of it. */
  function firstCut(rest: Uint8Array): Cut {
    const first = cut(rest, examined, true);
    const { opening } = limits;
    const found = opening
      ? (unfinished(first, rest, lookedBytes, opening) ?? unbroken(first, rest, opening))
      : first;
    lookedBytes = found.kind === 'more' ? rest.length : 0;
    if (found.kind !== 'lead' || leadingBytes > 0) return found;
    const state = strangerState(rest);
    if (state === 'is') return cutError('no-frame', 'the connection speaks another protocol');
    return state === 'may' ? { kind: 'more', examined: 0 } : found;
  }

  function push(chunk: Uint8Array): Framed {
    if (failure) return { frames: noFrames, error: failure };
    const unread = unreadWith(chunk);
    if (bufferedBytes > 0 && bufferedBytes < needed) return { frames: noFrames };
    const frames: Frame[] = [];
    let start = 0;
    let copy: Frame | undefined;
    while (start < unread.length) {
      const rest = restOf(unread, start);
      const found = isFirst ? firstCut(rest) : cut(rest, examined, false);
      if (found.kind === 'error') return fail(frames, found.error.code, found.error.message);
      if (found.kind === 'more') {
        if (Math.max(rest.length, found.needed ?? 0) > limits.maxFrameBytes) return tooLong(frames);
        examined = found.examined;
        needed = found.needed ?? 0;
        hold(rest);
        return { frames };
      }
      examined = 0;
      needed = 0;
      if (found.kind === 'frame') {
        if (found.length > limits.maxFrameBytes) return tooLong(frames);
        const brokenBytes = isFirst ? 0 : (limits.restart?.(rest.subarray(0, found.length)) ?? 0);
        if (brokenBytes > 0) {
          restarts += 1;
          if (restarts > mostRestarts) return fail(frames, 'no-frame', tooNested);
          start += brokenBytes;
          continue;
        }
        copy ??= copyOf(unread);
        frames.push(
          found.length === copy.length
            ? copy
            : new Uint8Array(copy.buffer, copy.byteOffset + start, found.length),
        );
        start += found.used ?? found.length;
        skippedBytes = restarts = 0;
        isFirst = false;
        continue;
      }
      start += found.length;
      if (found.kind === 'lead') {
        leadingBytes += found.length;
        if (leadingBytes > mostLeadingBytes) return fail(frames, 'no-frame', noStart);
      } else {
        skippedBytes += found.length;
        if (skippedBytes > limits.maxSkippedBytes) {
          return fail(frames, 'no-frame', `${skippedBytes} bytes hold no start of a frame`);
        }
      }
    }
    bufferedBytes = 0;
    if (buffer.length > roomyBytes) buffer = noBytes;
    return { frames };
  }

  return {
    push,
    get pendingBytes() {
      return bufferedBytes;
    },
  };
}

/** Bytes where a frame must start and none does. */
export function misplaced(length: number, isFirst: boolean): Cut {
  return { kind: isFirst ? 'lead' : 'skip', length };
}

/** The same where only what comes later says how many they are: up to the line's end, say. */
export function misplacedSoFar(bytes: Uint8Array, isFirst: boolean): Cut {
  return isFirst && bytes.length > mostLeadingBytes
    ? { kind: 'lead', length: bytes.length }
    : { kind: 'more', examined: bytes.length };
}

/** A cut that ends the connection. */
export function cutError(code: string, message: string): Cut {
  return { kind: 'error', error: { code, message } };
}
