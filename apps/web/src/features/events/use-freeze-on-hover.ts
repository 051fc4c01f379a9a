import { useEffect, useRef, useState } from 'react';
import { createStore, type ReadableStore } from '../../lib/store/store.ts';
import { useStore } from '../../lib/store/use-store.ts';

/**
 * Whether the pointer is aiming at a list: it moved over it a moment ago, or is pressed on it. A list that grows at its
 * top must not move meanwhile, or the click hits another vehicle.
 */
/** How long a resting pointer still counts as aiming, ms. */
export const aimingMs = 1500;

interface PointerHold extends ReadableStore<boolean> {
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

interface FrozenOnHover<T> {
  /** The value, or what it was when the pointer began to aim. */
  readonly shown: T;
  /** For the element the pointer aims at. */
  readonly listeners: {
    readonly onPointerMove: () => void;
    readonly onPointerDown: () => void;
    readonly onPointerUp: () => void;
    readonly onPointerLeave: () => void;
  };
}

/** Keeps what is shown as it is while a pointer is aiming at it. */
export function useFreezeOnHover<T>(value: T): FrozenOnHover<T> {
  const [hold] = useState(createPointerHold);
  const isHeld = useStore(hold, (is) => is);
  const shown = useRef(value);
  if (!isHeld) shown.current = value;
  useEffect(() => hold.left, [hold]);
  return {
    shown: shown.current,
    listeners: {
      onPointerMove: hold.moved,
      onPointerDown: hold.pressed,
      onPointerUp: hold.released,
      onPointerLeave: hold.left,
    },
  };
}
