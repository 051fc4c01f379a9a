/** Something that brings entries, and waits when there is no room for them. */
export interface Flow {
  /** It may push so many entries at most, or one larger frame, and asks again for the rest. */
  serve(most: number): void;
  /** It will not be served any more. */
  stopped?(): void;
}

/**
 * Round-robin queue: the flow that has waited longest has one turn, and then queues behind all others. One whose turn was cut
 * short for want of room keeps its place, with the rest of its turn: else it would wait twice as long as the others.
 */
export interface FairQueue {
  /** Served at once while the queue is empty and there is room; else after those that asked before. */
  ask(flow: Flow): void;
  /** Takes a flow out of the queue. */
  forget(flow: Flow): void;
  /** Entries were settled. */
  roomFreed(): void;
  /** Calls `stopped` of all that wait. */
  stop(): void;
  readonly waiting: number;
}

export interface FairQueueParts {
  /** Entries that there is room for now. */
  room(): number;
  /** Runs it once what is under way is done. */
  schedule?(serve: () => void): void;
}

/** Entries a flow may push when served: more than a tracker sends at once, far fewer than one that empties its memory. */
export const entriesATurn = 50;

/** So many entries are taken before the sockets are looked at again: some 5 ms of work. */
const entriesAtOnce = 500;

export function createFairQueue({ room, schedule = setImmediate }: FairQueueParts): FairQueue {
  const flows = new Set<Flow>();
  /** Before all others, with what is left of its turn. */
  let cut: { readonly flow: Flow; readonly left: number } | undefined;
  let serving = false;
  let scheduled = false;

  /** Takes the next one's turn out of the queue. */
  const takeTurn = (): { readonly flow: Flow; readonly left: number } | undefined => {
    const turn = cut;
    cut = undefined;
    if (turn) return turn;
    for (const flow of flows) {
      flows.delete(flow);
      return { flow, left: entriesATurn };
    }
    return undefined;
  };

  /** `first` comes before those that wait. */
  const serve = (first?: Flow) => {
    scheduled = false;
    serving = true;
    let left = entriesAtOnce;
    let next = first && { flow: first, left: entriesATurn };
    try {
      while (left > 0) {
        const before = room();
        const turn = before > 0 ? (next ?? takeTurn()) : undefined;
        next = undefined;
        if (!turn) break;
        const most = Math.min(turn.left, before);
        turn.flow.serve(most);
        const made = before - room();
        const isCut = most < turn.left && made >= most && made < turn.left;
        // a flow that asks again is met again, after all others
        if (isCut && flows.delete(turn.flow)) cut = { flow: turn.flow, left: turn.left - made };
        left -= Math.max(made, 1);
      }
    } finally {
      serving = false;
      serveSoon();
    }
  };
  const serveSoon = () => {
    if (scheduled || (flows.size === 0 && !cut) || room() <= 0) return;
    scheduled = true;
    schedule(serve);
  };

  return {
    ask(flow) {
      // nearly always nobody waits, and there is room: it need not be noted to be served
      if (flows.size === 0 && !cut && !serving && room() > 0) return serve(flow);
      if (cut?.flow !== flow) flows.add(flow);
      // who waits already comes first: they are served in the order in which they asked
      if (!serving && !scheduled) serve();
    },
    forget(flow) {
      flows.delete(flow);
      if (cut?.flow === flow) cut = undefined;
    },
    roomFreed: serveSoon,
    stop() {
      const waited = cut ? [cut.flow, ...flows] : [...flows];
      flows.clear();
      cut = undefined;
      for (const flow of waited) flow.stopped?.();
    },
    get waiting() {
      return flows.size + (cut ? 1 : 0);
    },
  };
}
