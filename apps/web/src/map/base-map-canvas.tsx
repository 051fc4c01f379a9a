/** The element that a map is drawn in; keys move it while it has the focus. */
import { type RefObject, useEffect, useRef } from 'react';
import type { MapCore } from './map-api.ts';
import classes from './map-view.module.css';

interface BaseMapCanvasProps extends Pick<MapKeys, 'act'> {
  readonly core: Pick<MapCore, 'attach' | 'detach' | 'takeKey'>;
  /** What it is a map of, for anybody who cannot see it. */
  readonly label: string;
}

export function BaseMapCanvas({ core, label, act }: BaseMapCanvasProps) {
  const canvas = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (canvas.current) core.attach(canvas.current);
    return core.detach;
  }, [core]);
  useMapKeys(canvas, { takeKey: core.takeKey, act });

  return (
    <div
      ref={canvas}
      className={classes.canvas}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved and zoomed by keys
      tabIndex={0}
      role="application"
      aria-label={label}
    />
  );
}

interface MapKeys {
  /** What is under way on the map, as measuring, takes a key before all others; true when it did. */
  readonly takeKey: (key: string) => boolean;
  /** What else a key does; true when it did. */
  readonly act?: ((event: KeyboardEvent) => boolean) | undefined;
}

/** The map's own keys, while the map itself has the focus. */
function useMapKeys(canvas: RefObject<HTMLElement | null>, keys: MapKeys): void {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.target !== element || event.defaultPrevented) return;
      const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
      if (plain && now.current.takeKey(event.key)) {
        event.preventDefault();
        // as Escape, which would leave the form the map is in
        event.stopPropagation();
      } else if (now.current.act?.(event)) event.preventDefault();
    };
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  }, [canvas]);
}
