/** The element that the map is drawn in; keys move it while it has the focus. */
import { useEffect, useRef } from 'react';
import { useTexts } from '../lib/texts/texts-context.ts';
import type { MapCore } from './map-api.ts';
import classes from './map-view.module.css';
import { useMapKeys } from './use-map-keys.ts';

export function MapGround({ core }: { readonly core: MapCore }) {
  const { text } = useTexts();
  const ground = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (ground.current) core.attach(ground.current);
    return core.detach;
  }, [core]);
  useMapKeys(core, ground);

  return (
    <div
      ref={ground}
      className={classes.ground}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved and zoomed by keys
      tabIndex={0}
      role="application"
      aria-label={text('map.title')}
    />
  );
}
