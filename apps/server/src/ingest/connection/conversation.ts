import type {
  DecodeContext,
  Decoded,
  DecodeSettings,
  Frame,
  Protocol,
  TrackerSession,
  Transport,
} from '@atalaia/protocols/protocol';
import type { IngestDevice } from '../ingest-device.ts';
import { createTap } from '../traffic/tap.ts';
import type { Delivery, DeviceConnection, TrackerCommand } from './device-connections.ts';
import { entryOf } from './entry-of.ts';
import type { Flow } from './fair-queue.ts';
import type { IngestContext } from './ingest-context.ts';
import { createReplyQueue } from './reply-queue.ts';
import { createSpeakers } from './speakers.ts';

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

/** What one peer and the server say to each other: frames in; entries for the writers, and replies, out. */
export interface Conversation {
  /** Frames in order. They wait here while their sender is looked up or the writers have no room. */
  receive(frames: readonly Frame[]): void;
  /** Nothing more will come: what came is finished and answered, then the peer is ended. */
  conclude(): void;
  /** The peer is gone. */
  gone(): void;
  /** Frames that wait. */
  readonly backlog: number;
}

export function createConversation(
  protocol: Protocol,
  transport: Transport,
  line: Peer,
  ingestContext: IngestContext,
): Conversation {
  const { clock, limits, metrics, intake, deviceConnections, silence } = ingestContext;
  const tap = createTap({ ...ingestContext, protocol: protocol.name, transport, address: line.address });
  const peer: Peer = {
    ...line,
    send(bytes) {
      tap.sent(bytes);
      return line.send(bytes);
    },
  };
  const speakers = createSpeakers(ingestContext.signIn, { protocol: protocol.name, address: peer.address });
  const held = new Map<number, IngestDevice>();
  let frames: readonly Frame[] = [];
  let session: TrackerSession = {};
  /** What the frames noted last are read with. */
  let recordedWith: { session?: TrackerSession; settings?: DecodeSettings | undefined } = {};
  /** Those of the device that sent last, and of which sign-in version they are. */
  let settings: DecodeSettings | undefined;
  let settingsVersion = 0;
  let badFrames = 0;
  let asking = false;
  let concluding = false;
  let over = false;
  /** The peer has closed; what it sent before is still processed. */
  let left = false;
  let commandsSent = 0;
  /** That of the device that sent last; each writer has a queue of its own. */
  let writer: number | undefined;
  /** Too many of its own positions wait for their commit. */
  let isHeldBack = false;

  const countError = (code: string) => metrics.errors.inc({ protocol: protocol.name, code });

  /** Takes nothing more; what was taken is still answered. */
  const close = () => {
    over = true;
    frames = [];
    intake.forget(flow);
    if (left) leave();
  };

  const leave = () => {
    for (const device of held.values()) {
      if (!deviceConnections.drop(device.id, link)) continue;
      // it closed, or was closed, because nothing is acknowledged now: only later silence makes it offline
      if (ingestContext.trouble()) continue;
      silence.forget(device.id);
      intake.push({ kind: 'closed', device, receivedMs: clock.now() });
    }
    held.clear();
  };

  /** Commands wait for no answer of the writers: they leave at once, between two replies. */
  const deliver = ({ uniqueId, settings, ...command }: TrackerCommand): Delivery => {
    if (over) return { kind: 'away' };
    if (!protocol.commands) return { kind: 'refused', code: 'unknown-type', message: 'no commands' };
    const sequence = commandsSent + 1;
    const context = { uniqueId, settings, session, transport, sequence, nowMs: clock.now() };
    const encoded = protocol.commands.encode(command, context);
    if ('error' in encoded) return { kind: 'refused', ...encoded.error };
    if (!peer.send(encoded.bytes)) return { kind: 'away' };
    commandsSent = sequence;
    metrics.commands.inc({ protocol: protocol.name });
    return { kind: 'sent' };
  };

  const link: DeviceConnection = {
    protocol: protocol.name,
    replaced(deviceId) {
      metrics.takeovers.inc({ protocol: protocol.name });
      held.delete(deviceId);
      if (held.size > 0) return;
      close();
      peer.destroy();
    },
    deliver,
  };

  const replies = createReplyQueue({
    send: peer.send,
    onUnsettled() {
      countError('not-stored');
      close();
      peer.end();
    },
    onSettled() {
      if (!isHeldBack || replies.waiting >= limits.pendingPerConnection / 2) return;
      isHeldBack = false;
      pump();
    },
  });

  const contextAt = (receivedMs: number): DecodeContext => ({
    receivedMs,
    transport,
    ...(settings && { settings }),
  });

  const record = (frame: Frame, receivedMs: number) => {
    if (session !== recordedWith.session || settings !== recordedWith.settings) {
      const before = session;
      recordedWith = { session, settings };
      const context = contextAt(receivedMs);
      tap.readBy((bytes, atMs) => protocol.decode(bytes, before, { ...context, receivedMs: atMs }));
    }
    tap.received(frame, receivedMs);
  };

  const refuse = (decoded: Decoded, code: string) => {
    countError(code);
    close();
    const refusal = decoded.replies.filter(({ after }) => after === 'refusal');
    replies.conclude(
      refusal.map(({ bytes }) => bytes),
      peer.end,
    );
  };

  /** A stranger gets no second chance; a tracker does, since noise on its line is not its fault. */
  const takeBad = (decoded: Decoded, code: string) => {
    badFrames += 1;
    if (transport === 'http' || !speakers.known || badFrames > limits.badFrames) return refuse(decoded, code);
    countError(code);
    session = decoded.session;
    replies.add(decoded.replies, 0);
  };

  const hear = (device: IngestDevice, receivedMs: number) => {
    silence.received(device, receivedMs);
    if (transport === 'udp') deviceConnections.datagram(device.id, link);
    else if (transport === 'tcp' && !left && !held.has(device.id)) {
      held.set(device.id, device);
      deviceConnections.hold(device.id, link);
    }
    deviceConnections.received(device.id);
  };

  /** Returns how many entries it made. */
  const take = (
    decoded: Decoded,
    devices: readonly IngestDevice[],
    receivedMs: number,
    frame: Frame,
  ): number => {
    session = decoded.session;
    badFrames = 0;
    const positions = decoded.messages.filter(({ kind }) => kind === 'position').length;
    const receipt = replies.add(decoded.replies, positions);
    for (const [index, message] of decoded.messages.entries()) {
      const device = devices[index];
      if (!device) continue;
      if (device !== devices[index - 1]) hear(device, receivedMs);
      intake.push(entryOf(message, device, protocol.name, receivedMs, frame, receipt));
    }
    return decoded.messages.length;
  };

  const waitFor = (answer: Promise<unknown>) => {
    asking = true;
    answer.then(
      () => {
        asking = false;
        pump();
      },
      () => {
        countError('sign-in-failed');
        close();
        peer.destroy();
      },
    );
  };

  /** Works on one frame; returns how many entries it made, or undefined when it must be worked on again, later. */
  const handle = (frame: Frame, isReadAgain = false): number | undefined => {
    const receivedMs = clock.now();
    const decoded = protocol.decode(frame, session, contextAt(receivedMs));
    if (decoded.error && settings && settingsVersion !== ingestContext.signIn.version) {
      // settings that make a tracker unreadable may be mended by now
      settings = undefined;
      return handle(frame);
    }
    if (decoded.error) {
      record(frame, receivedMs);
      takeBad(decoded, decoded.error.code);
      return 0;
    }
    const devices = speakers.of(decoded.messages);
    if (devices instanceof Promise) {
      waitFor(devices);
      return undefined;
    }
    if (devices === 'refused') {
      tap.ofStranger(decoded.messages[0]?.uniqueIds[0]);
      record(frame, receivedMs);
      refuse(decoded, 'refused');
      return 0;
    }
    // The device decides how the frame is decoded, and is known only now; a device that was changed meanwhile is another object.
    const [device] = devices;
    if (device && device.decodeSettings !== settings && !isReadAgain) {
      settings = device.decodeSettings;
      settingsVersion = ingestContext.signIn.version;
      return handle(frame, true);
    }
    if (device && !isTurnOf(device)) return undefined;
    tap.ofDevices(devices);
    record(frame, receivedMs);
    return take(decoded, devices, receivedMs, frame);
  };

  /** Each service is for one writer. Entries for another writer go too while its queue is empty, else they wait there. */
  const isTurnOf = ({ id }: IngestDevice): boolean => {
    const before = writer;
    writer = intake.writerOf(id);
    return writer === before || intake.isFree(writer);
  };

  /** Works on frames until they made so many entries, or one cannot go on. */
  const work = (mostEntries: number) => {
    let next = 0;
    let made = 0;
    while (!over && next < frames.length && made < mostEntries) {
      isHeldBack = replies.waiting >= limits.pendingPerConnection;
      const frame = frames[next];
      const entries = frame && !isHeldBack ? handle(frame) : undefined;
      if (entries === undefined) break;
      made += entries;
      next += 1;
    }
    if (over) return;
    frames = next === frames.length ? [] : frames.slice(next);
    pump();
  };
  const flow: Flow = { serve: work };

  const pump = () => {
    if (over) return;
    if (frames.length === 0) {
      if (left) close();
      else if (concluding) {
        close();
        replies.conclude([], peer.end);
      } else peer.resume();
      return;
    }
    if (asking || isHeldBack) return peer.pause();
    // their device is looked up without waiting
    if (writer === undefined) return work(1);
    intake.ask(flow, writer);
    if (frames.length > 0) peer.pause();
  };

  return {
    receive(more) {
      if (over) return;
      frames = frames.length === 0 ? more : [...frames, ...more];
      pump();
    },
    conclude() {
      if (over) return;
      concluding = true;
      pump();
    },
    gone() {
      left = true;
      if (over) leave();
      else pump();
    },
    get backlog() {
      return frames.length;
    },
  };
}
