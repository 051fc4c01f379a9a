/** Work in slices: what takes long lets the page draw and answer in between. */

/** A slice, ms: half of a frame. */
const sliceMs = 8;

export interface Pace {
  /** Resolves at once within a slice, and behind whatever waits when the slice is over. */
  rest(): Promise<void>;
}

export function createPace(nowMs = () => performance.now()): Pace {
  let begunMs = nowMs();
  return {
    async rest() {
      if (nowMs() - begunMs < sliceMs) return;
      await nextTask();
      begunMs = nowMs();
    },
  };
}

/** A timer would wait four milliseconds, as browsers make it. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
