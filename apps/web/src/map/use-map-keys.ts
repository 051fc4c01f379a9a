import { type RefObject, useEffect } from 'react';
import { mapActionOf } from './controls/map-shortcuts.ts';
import type { MapCore } from './map-api.ts';

/** The map's own keys, while the map itself has the focus. */
export function useMapKeys(core: MapCore, ground: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ground.current;
    if (!element) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.target !== element || event.defaultPrevented) return;
      const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
      const taken = plain && core.takeKey(event.key);
      const act = taken ? null : mapActionOf(event);
      act?.(core);
      if (taken || act) event.preventDefault();
    };
    element.addEventListener('keydown', onKeyDown);
    return () => element.removeEventListener('keydown', onKeyDown);
  }, [core, ground]);
}
