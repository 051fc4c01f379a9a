/** The element that a map is drawn in; keys move it while it has the focus. */
import { useEffect, useRef } from 'react';
import type { MapCore } from './map-api.ts';
import classes from './map-view.module.css';
import { type MapKeys, useMapKeys } from './use-map-keys.ts';

interface MapGroundProps extends Pick<MapKeys, 'act'> {
  readonly core: Pick<MapCore, 'attach' | 'detach' | 'takeKey'>;
  /** What it is a map of, for who cannot see it. */
  readonly label: string;
}

export function MapGround({ core, label, act }: MapGroundProps) {
  const ground = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (ground.current) core.attach(ground.current);
    return core.detach;
  }, [core]);
  useMapKeys(ground, { takeKey: core.takeKey, act });

  return (
    <div
      ref={ground}
      className={classes.ground}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved and zoomed by keys
      tabIndex={0}
      role="application"
      aria-label={label}
    />
  );
}
