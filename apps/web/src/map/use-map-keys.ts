import { type RefObject, useEffect, useRef } from 'react';

export interface MapKeys {
  /** What is under way on the map, as measuring, takes a key before all others; true when it did. */
  readonly takeKey: (key: string) => boolean;
  /** What else a key does; true when it did. */
  readonly act?: ((event: KeyboardEvent) => boolean) | undefined;
}

/** The map's own keys, while the map itself has the focus. */
export function useMapKeys(ground: RefObject<HTMLElement | null>, keys: MapKeys): void {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    const element = ground.current;
    if (!element) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.target !== element || event.defaultPrevented) return;
      const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
      if (plain && now.current.takeKey(event.key)) {
        event.preventDefault();
        // as Escape, which would leave the form the map stands in
        event.stopPropagation();
      } else if (now.current.act?.(event)) event.preventDefault();
    };
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  }, [ground]);
}
