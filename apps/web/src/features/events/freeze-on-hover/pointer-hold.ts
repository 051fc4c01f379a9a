/**
 * Whether the pointer is aiming at a list: it moved over it a moment ago, or is pressed on it. A list that grows at its
 * top must not move meanwhile, or the click hits another vehicle.
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
  const isHeld = createStore(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPressed = false;

  function hold(): void {
    clearTimeout(timer);
    isHeld.set(true);
    if (!isPressed) timer = setTimeout(() => isHeld.set(false), aimingMs);
  }

  return {
    get: isHeld.get,
    subscribe: isHeld.subscribe,
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
      isHeld.set(false);
    },
  };
}
