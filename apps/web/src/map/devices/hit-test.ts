import type { FrameItems } from '../worker/view-frame.ts';

export type Pixel = readonly [x: number, y: number];

/** Fingers and shaky hands: this far beside a marker still hits it, pixels. */
export const hitSlackPixels = 3;

export interface HitRequest {
  readonly items: FrameItems;
  readonly pixel: Pixel;
  /** Where an EPSG:3857 place is on the screen. */
  readonly toPixel: (x: number, y: number) => Pixel;
  /** Radius of an item as drawn, pixels. */
  readonly radiusOf: (entry: number) => number;
}

/** The item whose middle is nearest to a pixel among those drawn over it; −1 when there is none. */
export function itemAt({ items, pixel, toPixel, radiusOf }: HitRequest): number {
  let nearest = -1;
  let shortest = Number.POSITIVE_INFINITY;
  for (let entry = 0; entry < items.count; entry++) {
    const [x, y] = toPixel(items.xs[entry] ?? 0, items.ys[entry] ?? 0);
    const distance = Math.hypot(x - pixel[0], y - pixel[1]);
    if (distance <= radiusOf(entry) + hitSlackPixels && distance < shortest) {
      nearest = entry;
      shortest = distance;
    }
  }
  return nearest;
}
