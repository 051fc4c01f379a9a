/** The names of the shipped map over the vehicles, kept clear of them. */
import type { OverlayPart } from '../canvas-overlay/canvas-overlay.ts';
import { resolutionOf } from '../mercator.ts';
import type { BaseMapClient } from './base-map-client.ts';
import type { BaseMapColours } from './base-map-style.ts';
import { drawNames, type NameOnScreen, type Obstacle, type PlacedLabel, placeNames } from './label-layout.ts';

export interface MapNamesParts {
  readonly client: Pick<BaseMapClient, 'names'>;
  readonly colours: BaseMapColours;
  /** What is drawn on the map, pixels of the screen. */
  readonly obstacles: () => readonly Obstacle[];
  /** Names of another zoom are there. */
  readonly onLoaded: () => void;
}

export interface MapNames extends OverlayPart {
  setColours(colours: BaseMapColours): void;
  /** Tiles of a service have names of their own. */
  setShown(on: boolean): void;
}

/** A name and where it is anchored, EPSG:3857 metres. */
interface Anchored {
  readonly label: PlacedLabel;
  readonly x: number;
  readonly y: number;
}

/** A name begins so far outside the screen at most, pixels. */
const widestName = 220;

export function createMapNames({ client, colours: first, obstacles, onLoaded }: MapNamesParts): MapNames {
  let colours = first;
  let isShown = true;
  const ofZoom = new Map<number, readonly Anchored[] | 'coming'>();
  const sides = new Map<PlacedLabel, number>();

  /** Those of the zoom, or of the last one before until they are there. */
  let known: readonly Anchored[] = [];

  function namesAt(zoom: number): readonly Anchored[] {
    const found = ofZoom.get(zoom);
    if (found === undefined) {
      ofZoom.set(zoom, 'coming');
      client.names(zoom).then(
        (labels) => {
          ofZoom.set(zoom, anchored(labels, zoom));
          onLoaded();
        },
        // the land without names still is a map; the next look asks again
        () => ofZoom.delete(zoom),
      );
    } else if (found !== 'coming') known = found;
    return known;
  }

  return {
    setColours(next) {
      colours = next;
    },
    setShown(on) {
      isShown = on;
    },
    isEmpty: () => !isShown,
    draw(pen, { width, height, resolution, toPixel }) {
      const zoom = Math.round(Math.log2(resolutionOf(0) / resolution));
      const onScreen = namesAt(zoom).flatMap(({ label, x, y }): NameOnScreen[] => {
        const [left, top] = toPixel(x, y);
        const isNear =
          left > -widestName && left < width + widestName && top > -widestName && top < height + widestName;
        return isNear ? [{ label, x: left, y: top }] : [];
      });
      drawNames(pen, placeNames(onScreen, obstacles(), sides), colours);
    },
  };
}

function anchored(labels: readonly PlacedLabel[], zoom: number): readonly Anchored[] {
  const half = 128 * 2 ** zoom;
  const resolution = resolutionOf(zoom);
  return labels.map((label) => {
    const at = label.dot ?? { x: label.left + label.width / 2, y: label.middle };
    return { label, x: (at.x - half) * resolution, y: (half - at.y) * resolution };
  });
}
