import type { Decoded, Frame, Protocol, Transport } from '@atalaia/protocols/protocol';
import { createTrafficRecorder } from '../traffic/traffic-recorder.ts';
import { createConnectedDevices } from './connected-devices.ts';
import { createConversationDevices } from './conversation-devices.ts';
import { createFrameDecoder } from './frame-decoder.ts';
import { createFrameHandler } from './frame-handler.ts';
import { createFrameQueue } from './frame-queue.ts';
import type { IngestContext } from './ingest-context.ts';
import { createReplyQueue } from './reply-queue.ts';

/** The other side, whatever carries its bytes. */
export interface Peer {
  readonly address: string;
  /** False when nothing can be sent any more. */
  send(bytes: Uint8Array): boolean;
  /** Ends once everything sent is delivered. */
  end(): void;
  /** Ends at once. */
  destroy(): void;
  /** Gives no more frames for now. */
  pause(): void;
  resume(): void;
}

/** One peer and the server: frames come in; entries for the writers, and replies, go out. */
export interface Conversation {
  /** Frames in order. They wait here while their sender is looked up or the writers have no room. */
  receive(frames: readonly Frame[]): void;
  /** Nothing more will come: what came is finished and answered, then the peer is ended. */
  conclude(): void;
  /** The peer has closed. What it sent before is still processed. */
  peerClosed(): void;
  /** Frames that wait. */
  readonly backlog: number;
}

export function createConversation(
  protocol: Protocol,
  transport: Transport,
  line: Peer,
  ingestContext: IngestContext,
): Conversation {
  const { limits, metrics, signIn, intake } = ingestContext;
  const recorder = createTrafficRecorder({
    ...ingestContext,
    protocol: protocol.name,
    transport,
    address: line.address,
  });
  const peer: Peer = {
    ...line,
    send(bytes) {
      recorder.sent(bytes);
      return line.send(bytes);
    },
  };
  const mirrored = ingestContext.mirrors.connection(protocol, transport);
  let isConcluding = false;
  let isPeerClosed = false;
  let isOver = false;

  const countError = (code: string) => metrics.errors.inc({ protocol: protocol.name, code });

  /** Takes nothing more; what was taken is still answered. */
  const close = () => {
    isOver = true;
    queue.close();
    if (isPeerClosed) devices.end();
  };
  const conclude = (last: readonly Uint8Array[]) => {
    close();
    replies.conclude(last, peer.end);
  };
  const destroy = () => {
    close();
    peer.destroy();
  };

  const conversationDevices = createConversationDevices(signIn, {
    protocol: protocol.name,
    address: peer.address,
  });
  const decoder = createFrameDecoder({ protocol, transport, signIn, recorder });
  const devices = createConnectedDevices({
    protocol,
    transport,
    peer,
    ingestContext,
    session: () => decoder.session,
    isOver: () => isOver,
    onAllReplaced: destroy,
  });
  const replies = createReplyQueue({
    send: peer.send,
    onUnsettled() {
      countError('not-stored');
      close();
      peer.end();
    },
    onSettled: () => queue.settled(),
  });
  const queue = createFrameQueue({
    intake,
    peer,
    mostUnsettled: limits.pendingPerConnection,
    unsettled: () => replies.waiting,
    handle: (frame) => handle(frame),
    onEmpty() {
      if (isPeerClosed) close();
      else if (isConcluding) conclude([]);
      return !isOver;
    },
    onFailed() {
      countError('sign-in-failed');
      destroy();
    },
  });
  const refuse = (decoded: Decoded, code: string) => {
    countError(code);
    conclude(decoded.replies.filter(({ after }) => after === 'refusal').map(({ bytes }) => bytes));
  };
  const handle = createFrameHandler({
    ...{
      protocol,
      transport,
      ingestContext,
      recorder,
      mirrored,
      decoder,
      conversationDevices,
      devices,
      replies,
      queue,
      refuse,
    },
  });

  return {
    receive: queue.add,
    conclude() {
      isConcluding = true;
      queue.pump();
    },
    peerClosed() {
      isPeerClosed = true;
      mirrored.end();
      devices.peerClosed();
      if (isOver) devices.end();
      else queue.pump();
    },
    get backlog() {
      return queue.length;
    },
  };
}
