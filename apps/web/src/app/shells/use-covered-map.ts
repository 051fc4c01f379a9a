import { type RefObject, useEffect } from 'react';
import type { MapCore } from '../../map/map-api.ts';

/** Tells the map which of it lies under panels and the foot, so that what it centres on is seen beside them. */
export function useCoveredMap(
  core: Pick<MapCore, 'setCovered'>,
  map: RefObject<HTMLElement | null>,
  panels: RefObject<HTMLElement | null>,
  foot: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const [under, over, below] = [map.current, panels.current, foot.current];
    if (!under || !over || !below) return;
    const covering = () => [...over.children, ...below.children];
    const tell = () => {
      const origin = under.getBoundingClientRect();
      const parts = covering().map((child) => child.getBoundingClientRect());
      core.setCovered(
        parts
          .filter(({ width, height }) => width > 0 && height > 0)
          .map(({ left, top, right, bottom }) => ({
            left: left - origin.left,
            top: top - origin.top,
            right: right - origin.left,
            bottom: bottom - origin.top,
          })),
      );
    };
    const sizes = new ResizeObserver(tell);
    const observe = () => {
      sizes.disconnect();
      for (const element of [under, ...covering()]) sizes.observe(element);
      tell();
    };
    const children = new MutationObserver(observe);
    children.observe(over, { childList: true });
    children.observe(below, { childList: true });
    observe();
    return () => {
      children.disconnect();
      sizes.disconnect();
    };
  }, [core, map, panels, foot]);
}
