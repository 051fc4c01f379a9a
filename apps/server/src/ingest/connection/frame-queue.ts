import type { Frame } from '@atalaia/protocols/protocol';
import type { IngestDevice } from '../ingest-device.ts';
import type { Flow } from './fair-queue.ts';
import type { Intake } from './intake.ts';

/**
 * The frames of one conversation, in order. They wait while their sender is looked up, while their writer has no room,
 * and while too many positions of the conversation wait for their commit.
 */
export interface FrameQueue {
  add(frames: readonly Frame[]): void;
  /** Works on what waits, as far as it can. */
  pump(): void;
  /** Drops what waits, and works on nothing any more. */
  close(): void;
  /** The next frame is worked on once this resolves. */
  waitFor(answer: Promise<unknown>): void;
  /** Whether a frame of this device may go to its writer now; if not, the queue asks that writer for room. */
  isTurnOf(device: IngestDevice): boolean;
  /** Positions were committed. */
  settled(): void;
  readonly length: number;
}

export interface FrameQueueParts {
  readonly intake: Intake;
  readonly peer: { pause(): void; resume(): void };
  readonly mostUnsettled: number;
  /** Positions of the conversation that wait for their commit. */
  unsettled(): number;
  /** Works on one frame; returns how many entries it made, or undefined when it must be worked on again, later. */
  handle(frame: Frame): number | undefined;
  /** No frame waits; true when more may come. */
  onEmpty(): boolean;
  onFailed(): void;
}

export function createFrameQueue(parts: FrameQueueParts): FrameQueue {
  const { intake, peer, mostUnsettled, unsettled } = parts;
  let frames: readonly Frame[] = [];
  let isClosed = false;
  let isWaiting = false;
  let hasTooManyUnsettled = false;
  /** That of the device that sent last; each writer has a queue of its own. */
  let writer: number | undefined;

  /** Works on frames until they made so many entries, or one cannot continue. */
  const work = (mostEntries: number) => {
    let next = 0;
    let made = 0;
    while (!isClosed && next < frames.length && made < mostEntries) {
      hasTooManyUnsettled = unsettled() >= mostUnsettled;
      const frame = frames[next];
      const entries = frame && !hasTooManyUnsettled ? parts.handle(frame) : undefined;
      if (entries === undefined) break;
      made += entries;
      next += 1;
    }
    if (isClosed) return;
    frames = next === frames.length ? [] : frames.slice(next);
    pump();
  };
  const flow: Flow = { serve: work };

  const pump = () => {
    if (isClosed) return;
    if (frames.length === 0) {
      if (parts.onEmpty()) peer.resume();
      return;
    }
    if (isWaiting || hasTooManyUnsettled) return peer.pause();
    // their device is looked up without waiting
    if (writer === undefined) return work(1);
    intake.ask(flow, writer);
    if (frames.length > 0) peer.pause();
  };

  return {
    add(more) {
      if (isClosed) return;
      frames = frames.length === 0 ? more : [...frames, ...more];
      pump();
    },
    pump,
    close() {
      isClosed = true;
      frames = [];
      intake.forget(flow);
    },
    waitFor(answer) {
      isWaiting = true;
      answer.then(() => {
        isWaiting = false;
        pump();
      }, parts.onFailed);
    },
    isTurnOf({ id }) {
      const before = writer;
      writer = intake.writerOf(id);
      // each turn is for one writer; entries for another go too while nobody waits for it
      return writer === before || intake.isFree(writer);
    },
    settled() {
      if (!hasTooManyUnsettled || unsettled() >= mostUnsettled / 2) return;
      hasTooManyUnsettled = false;
      pump();
    },
    get length() {
      return frames.length;
    },
  };
}
