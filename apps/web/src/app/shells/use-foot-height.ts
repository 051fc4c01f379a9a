import { type RefObject, useEffect } from 'react';

/** Keeps `--map-foot` of the map at the height of what lies along its lower edge, so that its controls stay above. */
export function useFootHeight(map: RefObject<HTMLElement | null>, foot: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [on, of] = [map.current, foot.current];
    if (!on || !of) return;
    const watch = new ResizeObserver(() => on.style.setProperty('--map-foot', `${of.offsetHeight}px`));
    watch.observe(of);
    return () => watch.disconnect();
  }, [map, foot]);
}
