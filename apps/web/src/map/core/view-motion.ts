/** Moves the view for the program, and tells when a person moves it. */
import type OlMap from 'ol/Map.js';

/** Longest motion of the interface, ms. */
const motionMs = 140;
/** A farther zoom is jumped: a flight through fourteen levels in the time of a blink only flickers. */
const farthestFlightLevels = 3;

export interface ViewMotionParts {
  readonly map: OlMap;
  readonly onDragged: () => void;
  readonly onZoomedByHand: () => void;
}

export interface ViewMotion {
  /** Puts a place (EPSG:3857) into the middle, at another zoom when one is said. */
  centreOn(x: number, y: number, zoom?: number): void;
  /** For the person who pressed a zoom button; counts as by hand. `anchor` is the place that stays where it is. */
  zoomBy(levels: number, anchor?: readonly [x: number, y: number]): void;
}

const panKeys = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);

export function createViewMotion({ map, onDragged, onZoomedByHand }: ViewMotionParts): ViewMotion {
  const view = map.getView();
  /** Where the program's own change of zoom ends; any change while there is none is a person's. */
  let flight: { readonly zoom: number } | null = null;

  map.on('pointerdrag', onDragged);
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (panKeys.has(key)) onDragged();
  };
  map.on('change:target', () => map.getTargetElement()?.addEventListener('keydown', onKeyDown));
  view.on('change:resolution', () => {
    if (!flight) onZoomedByHand();
  });

  function durationMs(zoom: number): number {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    return still || Math.abs(zoom - (view.getZoom() ?? zoom)) > farthestFlightLevels ? 0 : motionMs;
  }

  function flyTo(x: number, y: number, zoom: number): void {
    const mine = { zoom };
    const land = (): void => {
      if (flight === mine) flight = null;
    };
    const duration = durationMs(zoom);
    flight = mine;
    if (duration > 0) {
      view.animate({ center: [x, y], zoom, duration }, land);
      return;
    }
    view.setCenter([x, y]);
    view.setZoom(zoom);
    land();
  }

  return {
    centreOn(x, y, zoom = flight?.zoom) {
      view.cancelAnimations();
      if (zoom !== undefined) flyTo(x, y, zoom);
      else view.animate({ center: [x, y], duration: durationMs(view.getZoom() ?? 0) });
    },
    zoomBy(levels, anchor) {
      const zoom = Math.round((view.getZoom() ?? 0) + levels);
      view.cancelAnimations();
      view.animate({ zoom, ...(anchor && { anchor: [...anchor] }), duration: durationMs(zoom) });
    },
  };
}
