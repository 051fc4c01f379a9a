import { useRef } from 'react';

/** A value as it was last while `isCurrent` held; the first one in any case. */
export function useHeld<Value>(value: Value, isCurrent: boolean): Value {
  const held = useRef(value);
  if (isCurrent) held.current = value;
  return held.current;
}
