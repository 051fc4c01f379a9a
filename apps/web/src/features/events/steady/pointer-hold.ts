/**
 * Whether a pointer is aiming at a list: it moved over it a moment ago, or is pressed on it. A list that grows at its
 * head must stand still meanwhile, or the click lands on another vehicle than the one that was aimed at.
 */
import { createStore, type ReadableStore } from '../../../lib/store/store.ts';

/** How long a resting pointer still counts as aiming, ms. */
export const aimingMs = 1500;

export interface PointerHold extends ReadableStore<boolean> {
  moved(): void;
  pressed(): void;
  released(): void;
  left(): void;
}

export function createPointerHold(): PointerHold {
  const held = createStore(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPressed = false;

  function hold(): void {
    clearTimeout(timer);
    held.set(true);
    if (!isPressed) timer = setTimeout(() => held.set(false), aimingMs);
  }

  return {
    get: held.get,
    subscribe: held.subscribe,
    moved: hold,
    pressed() {
      isPressed = true;
      hold();
    },
    released() {
      isPressed = false;
      hold();
    },
    left() {
      isPressed = false;
      clearTimeout(timer);
      held.set(false);
    },
  };
}
