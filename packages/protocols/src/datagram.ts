import { decodedAs, decodedError } from './decoded.ts';
import type { DecodeContext, Decoded, Frame, Framer, TrackerSession } from './protocol.ts';

type DecodeFrame = (frame: Frame, session: TrackerSession, context: DecodeContext) => Decoded;

/** A decoder of both: frames of a stream one way, datagrams another. */
export function byTransport(ofStream: DecodeFrame, ofDatagram: DecodeFrame): DecodeFrame {
  return (frame, session, context) =>
    (context.transport === 'udp' ? ofDatagram : ofStream)(frame, session, context);
}

/**
 * A decoder of datagrams that hold one message or several, cut by a fresh framer of the protocol's: all of them or, when
 * one is broken or cut short, none.
 */
export function decodeDatagram(createFramer: () => Framer, decodeFrame: DecodeFrame): DecodeFrame {
  return (datagram, session, context) => {
    const framer = createFramer();
    const { frames, error } = framer.push(datagram);
    if (error) return decodedError(session, error.code, error.message);
    if (framer.pendingBytes > 0 || frames.length === 0) {
      return decodedError(session, 'bad-length', 'a datagram cut short');
    }
    const decoded: Decoded[] = [];
    for (const frame of frames) {
      const one = decodeFrame(frame, decoded.at(-1)?.session ?? session, context);
      if (one.error) return decodedError(session, one.error.code, one.error.message);
      decoded.push(one);
    }
    return decodedAs(
      decoded.at(-1)?.session ?? session,
      decoded.flatMap(({ messages }) => messages),
      decoded.flatMap(({ replies }) => replies),
    );
  };
}
