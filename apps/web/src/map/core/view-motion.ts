/** Moves the view for the program, and shows when a person moves it. */
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

/** What is shown as a whole keeps this far from the edges, pixels: the legend is along the upper one. */
const fitMargin = 64;

interface Place {
  /** EPSG:3857. */
  readonly x: number;
  readonly y: number;
}

type Extent = readonly [west: number, south: number, east: number, north: number];

export interface ViewMotion {
  /** Puts a place (EPSG:3857) into the middle of what can be seen, at another zoom when one is given. */
  centreOn(x: number, y: number, zoom?: number): void;
  /** Shows all of an extent (EPSG:3857), not nearer than `nearestZoom`, in what can be seen. */
  fit(extent: Extent, nearestZoom: number): void;
  /** Whether a place is in what can be seen. */
  isInView(x: number, y: number): boolean;
  /** Where the middle of what can be seen lies from the map's own, pixels; what was put there or fitted is so again. */
  setMiddle(right: number, down: number): void;
  /** Whether this place was put into the middle last, and nobody has moved the map since. */
  holds(x: number, y: number): boolean;
  /** What is in the middle, or was fitted, need not stay so. */
  letGo(): void;
  /** For the person who pressed a zoom button; counts as by hand. `anchor` is the place that stays where it is. */
  zoomBy(levels: number, anchor?: readonly [x: number, y: number]): void;
}

const panKeys = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);

export function createViewMotion({ map, onDragged, onZoomedByHand }: ViewMotionParts): ViewMotion {
  const view = map.getView();
  /** Where the program's own change of zoom ends; any change while there is none is a person's. */
  let flight: { readonly zoom: number } | null = null;
  /** Where a step of zoom that is under way ends: the next is counted from there, so that none of several is lost. */
  let zoomingTo: number | null = null;

  let middle: readonly [right: number, down: number] = [0, 0];
  /** Shows again what the program showed last, until a person moves the map. */
  let showAgain: (() => void) | null = null;
  let centred: Place | null = null;

  function dragged(): void {
    showAgain = null;
    onDragged();
  }

  map.on('pointerdrag', dragged);
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (panKeys.has(key)) dragged();
  };
  map.on('change:target', () => map.getTargetElement()?.addEventListener('keydown', onKeyDown));
  view.on('change:resolution', () => {
    if (flight) return;
    showAgain = null;
    onZoomedByHand();
  });

  const durationMs = (zoom: number): number => durationOf(zoom - (view.getZoom() ?? zoom));

  function centreFor({ x, y }: Place, zoom: number): [number, number] {
    const resolution = view.getResolutionForZoom(zoom);
    return [x - middle[0] * resolution, y + middle[1] * resolution];
  }

  function flyTo(center: [number, number], zoom: number): void {
    const mine = { zoom };
    const land = (): void => {
      if (flight === mine) flight = null;
    };
    const duration = durationMs(zoom);
    flight = mine;
    if (duration > 0) {
      view.animate({ center, zoom, duration }, land);
      return;
    }
    view.setCenter(center);
    view.setZoom(zoom);
    land();
  }

  function centreOn(place: Place, zoom = flight?.zoom): void {
    showAgain = () => centreOn(place);
    centred = place;
    const center = centreFor(place, zoom ?? view.getZoom() ?? 0);
    view.cancelAnimations();
    if (zoom !== undefined) flyTo(center, zoom);
    else view.animate({ center, duration: durationMs(view.getZoom() ?? 0) });
  }

  /** Half of what can be seen, pixels. */
  function freeHalf(): readonly [across: number, down: number] {
    const [width = 0, height = 0] = map.getSize() ?? [];
    return [width / 2 - Math.abs(middle[0]), height / 2 - Math.abs(middle[1])];
  }

  function fit(extent: Extent, nearestZoom: number): void {
    const [west, south, east, north] = extent;
    const [across, down] = freeHalf().map((half) => Math.max(half - fitMargin, 1));
    const resolution = Math.max((east - west) / (2 * (across ?? 1)), (north - south) / (2 * (down ?? 1)));
    const zoom = resolution > 0 ? Math.floor(view.getZoomForResolution(resolution) ?? 0) : nearestZoom;
    centreOn({ x: (west + east) / 2, y: (south + north) / 2 }, Math.max(0, Math.min(zoom, nearestZoom)));
    showAgain = () => fit(extent, nearestZoom);
  }

  return {
    centreOn: (x, y, zoom) => centreOn({ x, y }, zoom),
    fit,
    isInView(x, y) {
      const [left = 0, top = 0] = map.getPixelFromCoordinate([x, y]) ?? [];
      const [width = 0, height = 0] = map.getSize() ?? [];
      const [across, down] = freeHalf();
      return (
        Math.abs(left - width / 2 - middle[0]) <= across - fitMargin &&
        Math.abs(top - height / 2 - middle[1]) <= down - fitMargin
      );
    },
    setMiddle(right, down) {
      if (right === middle[0] && down === middle[1]) return;
      middle = [right, down];
      showAgain?.();
    },
    holds: (x, y) => showAgain !== null && centred?.x === x && centred.y === y,
    letGo() {
      showAgain = null;
    },
    zoomBy(levels, anchor) {
      const aimed = Math.round((zoomingTo ?? view.getZoom() ?? 0) + levels);
      const zoom = Math.min(Math.max(aimed, view.getMinZoom()), view.getMaxZoom());
      view.cancelAnimations();
      zoomingTo = zoom;
      view.animate({ zoom, ...(anchor && { anchor: [...anchor] }), duration: durationMs(zoom) }, () => {
        zoomingTo = null;
      });
    },
  };
}

/** How long a change by so many levels of zoom is animated. */
function durationOf(levels: number): number {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return still || Math.abs(levels) > farthestFlightLevels ? 0 : motionMs;
}
