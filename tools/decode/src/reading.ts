import type { DecodedPosition } from '@atalaia/protocols/decoded-position';
import type { DecodeError, Reply, TrackerMessage } from '@atalaia/protocols/protocol';

/** What is printed of one line. */
export interface Reading {
  readonly messages: readonly object[];
  readonly replies: readonly { readonly after: Reply['after']; readonly hex: string }[];
  /** The first thing that was wrong; what could be read beside it is in `messages`. */
  readonly error: DecodeError | null;
}

export const reading = (
  messages: readonly TrackerMessage[],
  replies: readonly Reply[],
  error: DecodeError | undefined,
): Reading => ({
  messages: messages.map(shownMessage),
  replies: replies.map(({ after, bytes }) => ({ after, hex: Buffer.from(bytes).toString('hex') })),
  error: error ?? null,
});

/** Times as people and other programs read them; a broken clock may be beyond what a date can hold. */
const isoText = (ms: number) => (Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : String(ms));

function shownMessage(message: TrackerMessage): object {
  return message.kind === 'position' ? { ...message, position: shownPosition(message.position) } : message;
}

function shownPosition({ fixTimeMs, deviceTimeMs, ...rest }: DecodedPosition): object {
  return {
    fixTime: isoText(fixTimeMs),
    ...(deviceTimeMs !== undefined && { deviceTime: isoText(deviceTimeMs) }),
    ...rest,
  };
}
