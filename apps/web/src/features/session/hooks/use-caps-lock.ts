import { type KeyboardEvent, useState } from 'react';

interface CapsLock {
  readonly on: boolean;
  /** For the field that is watched. */
  readonly listeners: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onKeyUp: (event: KeyboardEvent) => void;
  };
}

/** Whether caps lock was on at the last key: a browser tells only with a key. */
export function useCapsLock(): CapsLock {
  const [on, setOn] = useState(false);
  const read = (event: KeyboardEvent) => setOn(event.getModifierState('CapsLock'));
  return { on, listeners: { onKeyDown: read, onKeyUp: read } };
}
