import type { Reply } from '@atalaia/protocols/protocol';
import type { Receipt } from '../writer/entry.ts';

export interface ReplyQueueParts {
  send(bytes: Uint8Array): void;
  /** A position of a frame will never be committed, so no reply from that frame on may be sent. */
  onUnsettled(): void;
  /** Fewer positions wait than before. */
  onSettled(): void;
}

/** Replies, sent strictly in the order of their frames and never before their positions are committed. */
export interface ReplyQueue {
  /** Adds a frame with so many positions and returns what they settle on. */
  add(replies: readonly Reply[], positions: number): Receipt;
  /** Sends this after everything before it, then calls back. */
  conclude(last: readonly Uint8Array[], then: () => void): void;
  /** Positions added and not settled. */
  readonly waiting: number;
}

interface Step {
  /** Positions it still waits for. */
  open: number;
  readonly packets: readonly Uint8Array[];
  readonly then?: () => void;
  /** The step behind it. */
  next: Step | undefined;
}

export function createReplyQueue({ send, onUnsettled, onSettled }: ReplyQueueParts): ReplyQueue {
  let first: Step | undefined;
  let last: Step | undefined;
  let waiting = 0;
  let flushing = false;
  let broken = false;

  const flush = () => {
    flushing = false;
    // nearly always the one packet of one frame, which is sent as it is
    let only: Uint8Array | undefined;
    let several: Uint8Array[] | undefined;
    let then: (() => void) | undefined;
    while (!broken && !then && first?.open === 0) {
      const step: Step = first;
      for (const bytes of step.packets) {
        if (several) several.push(bytes);
        else if (only) several = [only, bytes];
        else only = bytes;
      }
      then = step.then;
      first = step.next;
      // one that has become old and is done with would keep all behind it from being freed soon
      step.next = undefined;
    }
    if (!first) last = undefined;
    if (only) send(several ? Buffer.concat(several) : only);
    then?.();
  };
  /** Soon: what one commit settled, and what one chunk of bytes asked, goes out in one packet. */
  const flushSoon = () => {
    if (flushing) return;
    flushing = true;
    queueMicrotask(flush);
  };
  const push = (step: Step) => {
    if (last) last.next = step;
    else first = step;
    last = step;
    if (first?.open === 0) flushSoon();
  };

  return {
    add(replies, positions) {
      waiting += positions;
      const packets: Uint8Array[] = [];
      let afterCommit = false;
      for (const { after, bytes } of replies) {
        if (after === 'refusal') continue;
        packets.push(bytes);
        afterCommit ||= after === 'commit';
      }
      const step: Step = { open: afterCommit ? positions : 0, packets, next: undefined };
      const answered = packets.length > 0;
      if (answered) push(step);
      return {
        settle(settlement) {
          waiting -= 1;
          if (settlement !== 'committed') {
            broken = true;
            onUnsettled();
          } else if (answered && step.open > 0) {
            step.open -= 1;
            if (step.open === 0 && first === step) flushSoon();
          }
          onSettled();
        },
      };
    },
    conclude(packets, then) {
      push({ open: 0, packets, then, next: undefined });
    },
    get waiting() {
      return waiting;
    },
  };
}
