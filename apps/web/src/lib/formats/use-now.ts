import { createStore } from '../store/store.ts';
import { useStore } from '../store/use-store.ts';

/** One clock for every age on the page: it runs while somebody looks at it. */
const tickMs = 1000;
const now = createStore(Date.now());
let timer: ReturnType<typeof setInterval> | undefined;
let watchers = 0;

const clock = {
  get: now.get,
  subscribe(listener: () => void) {
    watchers += 1;
    if (watchers === 1) {
      now.set(Date.now());
      timer = setInterval(() => now.set(Date.now()), tickMs);
    }
    const leave = now.subscribe(listener);
    return () => {
      leave();
      watchers -= 1;
      if (watchers === 0) clearInterval(timer);
    };
  },
};

/** The time, ms since 1970, in steps of `stepMs`: a component is drawn again only when its step changes. */
export function useNow(stepMs: number): number {
  return useStore(clock, (nowMs) => nowMs - (nowMs % stepMs));
}
