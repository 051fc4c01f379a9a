/** What must hold of any bytes on a connection (ING-03): no throw, values in range, bounded memory, any split the same. */

import type { DecodeContext, Protocol, TrackerSession } from '../protocol.ts';
import { messageFault, replyFault } from './message-fault.ts';
import type { Random } from './mutations.ts';

interface Outcome {
  readonly text: string;
  readonly fault: string | undefined;
}

/** Decodes the pieces of one connection, or datagrams; the messages become text only where they are compared. */
function decodeStream(
  protocol: Protocol,
  pieces: readonly Uint8Array[],
  context: DecodeContext,
  given: TrackerSession,
  asText: boolean,
): Outcome {
  const framer = protocol.createFramer();
  let session = given;
  let text = '';
  for (const piece of pieces) {
    const { frames, error } =
      context.transport === 'udp' ? { frames: [piece], error: undefined } : framer.push(piece);
    for (const frame of frames) {
      const decoded = protocol.decode(frame, session, context);
      session = decoded.session;
      for (const message of decoded.messages) {
        const fault = messageFault(message);
        if (fault) return { text, fault };
      }
      for (const reply of decoded.replies) {
        const fault = replyFault(reply);
        if (fault) return { text, fault };
      }
      if (decoded.error && decoded.messages.length > 0 && !decoded.error.code)
        return { text, fault: 'no code' };
      if (asText) text += JSON.stringify(decoded);
    }
    if (framer.pendingBytes > protocol.maxFrameBytes)
      return { text, fault: `${framer.pendingBytes} bytes held` };
    // which of its bounds noise meets first depends on how much of it came at once
    if (error) return { text: `${text}ended`, fault: undefined };
  }
  return { text, fault: undefined };
}

/** Pieces of the bytes, none empty, cut at random. */
function cutUp(bytes: Uint8Array, random: Random): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const most = 1 + random(3) * random(40);
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + 1 + random(most));
    pieces.push(bytes.subarray(from, to));
    from = to;
  }
  return pieces;
}

/** What is wrong with how a protocol takes these bytes, or undefined. With `split` they are also given in pieces. */
export function streamFault(
  protocol: Protocol,
  bytes: Uint8Array,
  context: DecodeContext,
  session: TrackerSession,
  split: Random | undefined,
): string | undefined {
  const compares = split !== undefined && context.transport !== 'udp';
  try {
    const whole = decodeStream(protocol, [bytes], context, session, compares);
    if (whole.fault || !compares) return whole.fault;
    const apart = decodeStream(protocol, cutUp(bytes, split), context, session, true);
    return apart.fault ?? (apart.text === whole.text ? undefined : 'in pieces it decodes to something else');
  } catch (error) {
    return `throws ${error instanceof Error ? error.stack : error}`;
  }
}
