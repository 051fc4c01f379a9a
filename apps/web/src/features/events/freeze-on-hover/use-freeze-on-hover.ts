import { useEffect, useRef, useState } from 'react';
import { useStore } from '../../../lib/store/use-store.ts';
import { createPointerHold } from './pointer-hold.ts';

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
