/** Something that brings entries, and waits when there is no room for them. */
export interface Flow {
  /** It may push so many entries at most, or one larger frame, and asks again for the rest. */
  serve(most: number): void;
  /** It will not be served any more. */
  stopped?(): void;
}

/** Round-robin queue: the flow that has waited longest is served once, and then queues behind all others. */
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
  let serving = false;
  let scheduled = false;

  const serve = () => {
    scheduled = false;
    serving = true;
    let left = entriesAtOnce;
    try {
      // a flow that asks again is met again, after all others
      for (const flow of flows) {
        const before = room();
        if (before <= 0 || left <= 0) break;
        flows.delete(flow);
        flow.serve(Math.min(entriesATurn, before));
        left -= Math.max(before - room(), 1);
      }
    } finally {
      serving = false;
      serveSoon();
    }
  };
  const serveSoon = () => {
    if (scheduled || flows.size === 0 || room() <= 0) return;
    scheduled = true;
    schedule(serve);
  };

  return {
    ask(flow) {
      flows.add(flow);
      // who waits already comes first: they are served in the order in which they asked
      if (!serving && !scheduled) serve();
    },
    forget: (flow) => flows.delete(flow),
    roomFreed: serveSoon,
    stop() {
      const waited = [...flows];
      flows.clear();
      for (const flow of waited) flow.stopped?.();
    },
    get waiting() {
      return flows.size;
    },
  };
}
