import type { Decoded, Frame, Protocol, Transport } from '@atalaia/protocols/protocol';
import type { IngestDevice } from '../ingest-device.ts';
import type { MirroredConnection } from '../mirror/mirrors.ts';
import type { TrafficRecorder } from '../traffic/traffic-recorder.ts';
import type { Claim } from './claims-queries.ts';
import type { ConnectedDevices } from './connected-devices.ts';
import type { ConversationDevices } from './conversation-devices.ts';
import { entryOf } from './entry-of.ts';
import type { FrameDecoder } from './frame-decoder.ts';
import type { FrameQueue } from './frame-queue.ts';
import type { IngestContext } from './ingest-context.ts';
import type { ReplyQueue } from './reply-queue.ts';

export interface FrameHandlerParts {
  readonly protocol: Protocol;
  readonly transport: Transport;
  readonly ingestContext: Pick<IngestContext, 'clock' | 'limits' | 'metrics' | 'intake'>;
  readonly recorder: TrafficRecorder;
  readonly mirrored: Pick<MirroredConnection, 'took'>;
  readonly decoder: FrameDecoder;
  readonly conversationDevices: ConversationDevices;
  readonly devices: ConnectedDevices;
  readonly replies: ReplyQueue;
  readonly queue: Pick<FrameQueue, 'waitFor' | 'isTurnOf'>;
  /** Ends the conversation with the refusal that the protocol has for this frame. */
  refuse(decoded: Decoded, code: string): void;
}

/** Makes entries and replies of one frame. Returns as the queue's `handle`. */
export function createFrameHandler(parts: FrameHandlerParts): (frame: Frame) => number | undefined {
  const { protocol, transport, recorder, decoder, conversationDevices, devices, replies, queue, refuse } =
    parts;
  const { clock, limits, metrics, intake } = parts.ingestContext;
  /** Since the last good one. */
  let badFrames = 0;

  /** A stranger gets no second chance; a tracker does, since noise on its line is not its fault. */
  const takeBad = (decoded: Decoded, code: string) => {
    badFrames += 1;
    if (transport === 'http' || !conversationDevices.known || badFrames > limits.badFrames)
      return refuse(decoded, code);
    metrics.errors.inc({ protocol: protocol.name, code });
    decoder.accept(decoded);
    replies.add(decoded.replies, 0);
  };

  const take = (
    decoded: Decoded,
    senders: readonly IngestDevice[],
    receivedMs: number,
    frame: Frame,
  ): number => {
    decoder.accept(decoded);
    badFrames = 0;
    let positions = 0;
    let isSignIn = false;
    for (const { kind } of decoded.messages) {
      if (kind === 'position') positions += 1;
      else isSignIn ||= kind === 'login';
    }
    parts.mirrored.took(frame, senders, isSignIn);
    const receipt = replies.add(decoded.replies, positions);
    let claim: Claim | undefined;
    let last: IngestDevice | undefined;
    let index = 0;
    for (const message of decoded.messages) {
      const device = senders[index];
      index += 1;
      if (!device) continue;
      if (device !== last) claim = devices.received(device, receivedMs);
      last = device;
      intake.push(entryOf(message, device, protocol.name, receivedMs, frame, receipt, claim));
    }
    return decoded.messages.length;
  };

  const handle = (frame: Frame, isReadAgain = false): number | undefined => {
    const receivedMs = clock.now();
    const decoded = decoder.decode(frame, receivedMs);
    if (decoded.error) {
      decoder.record(frame, receivedMs);
      takeBad(decoded, decoded.error.code);
      return 0;
    }
    const senders = conversationDevices.of(decoded.messages);
    if (senders instanceof Promise) {
      queue.waitFor(senders);
      return undefined;
    }
    if (senders === 'refused') {
      recorder.ofStranger(decoded.messages[0]?.uniqueIds[0]);
      decoder.record(frame, receivedMs);
      refuse(decoded, 'refused');
      return 0;
    }
    const [device] = senders;
    // the device, known only now, decides how its frames are decoded; one that was edited meanwhile is another object
    if (device && !isReadAgain && decoder.useSettingsOf(device)) return handle(frame, true);
    if (device && !queue.isTurnOf(device)) return undefined;
    const claiming = devices.claim(senders);
    if (claiming) {
      queue.waitFor(claiming);
      return undefined;
    }
    recorder.ofDevices(senders);
    decoder.record(frame, receivedMs);
    return take(decoded, senders, receivedMs, frame);
  };
  return (frame) => handle(frame);
}
