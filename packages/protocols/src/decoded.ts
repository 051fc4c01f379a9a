import { type AttributeDraft, dropOddBattery, type PositionDraft, positionOf } from './position-draft.ts';
import type { Decoded, PositionMessage, Reply, TrackerMessage, TrackerSession } from './protocol.ts';

const nothing: readonly never[] = Object.freeze([]);

/** A frame that was understood. */
export function decodedAs(
  session: TrackerSession,
  messages: readonly TrackerMessage[],
  replies: readonly Reply[] = nothing,
): Decoded {
  return { session, messages, replies };
}

/** A frame that could not be: no messages, the session as it was. */
export function decodedError(
  session: TrackerSession,
  code: string,
  message: string,
  replies: readonly Reply[] = nothing,
): Decoded {
  return { session, messages: nothing, replies, error: { code, message } };
}

export function positionMessage(uniqueIds: readonly string[], draft: PositionDraft): PositionMessage {
  return { kind: 'position', uniqueIds, position: positionOf(draft) };
}

export function heartbeatMessage(
  uniqueIds: readonly string[],
  attributes: AttributeDraft = {},
): TrackerMessage {
  dropOddBattery(attributes);
  return { kind: 'heartbeat', uniqueIds, attributes };
}

/** Who speaks on a connection that has signed in; empty before. */
export function speakerOf(session: TrackerSession): readonly string[] {
  return session.uniqueId === undefined ? nothing : [session.uniqueId];
}
