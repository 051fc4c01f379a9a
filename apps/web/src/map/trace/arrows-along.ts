/** An arrow on a line: its middle in pixels, and its direction in radians clockwise from due east. */
export interface LineArrow {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

/** Pixels from arrow to arrow (MAP-09). */
export const arrowSpacingPixels = 20;

export interface Frame {
  readonly width: number;
  readonly height: number;
}

/**
 * Arrows at even distances along a line of pixels (x and y in turn), counted from its end, so that those near the vehicle
 * stay beside it while the tail is cut off. Arrows outside the frame are left out without being counted one by one: a line
 * looked at closely may be millions of pixels long.
 */
export function arrowsAlong(
  pixels: readonly number[],
  { width, height }: Frame,
  spacing = arrowSpacingPixels,
): LineArrow[] {
  const arrows: LineArrow[] = [];
  /** From the end of the piece under way to the next arrow. */
  let ahead = spacing;
  for (let entry = pixels.length - 4; entry >= 0; entry -= 2) {
    const [fromX = 0, fromY = 0, toX = 0, toY = 0] = pixels.slice(entry, entry + 4);
    const length = Math.hypot(toX - fromX, toY - fromY);
    if (length === 0) continue;
    const [east, south] = [(toX - fromX) / length, (toY - fromY) / length];
    const [nearest, farthest] = shareInside(toX, toY, -east, -south, length, { width, height }, spacing);
    const skipped = Math.max(0, Math.ceil((nearest - ahead) / spacing));
    const angle = Math.atan2(south, east);
    for (let away = ahead + skipped * spacing; away <= Math.min(length, farthest); away += spacing)
      arrows.push({ x: toX - east * away, y: toY - south * away, angle });
    ahead = length < ahead ? ahead - length : spacing - ((length - ahead) % spacing);
  }
  return arrows;
}

/** The part of a ray, in pixels from its start, that is in the frame grown by a margin; empty as [1, 0]. */
function shareInside(
  x: number,
  y: number,
  stepX: number,
  stepY: number,
  length: number,
  { width, height }: Frame,
  margin: number,
): readonly [from: number, to: number] {
  let from = 0;
  let to = length;
  for (const [start, step, most] of [
    [x, stepX, width],
    [y, stepY, height],
  ] as const) {
    const low = -margin - start;
    const high = most + margin - start;
    if (step === 0) {
      if (low > 0 || high < 0) return [1, 0];
      continue;
    }
    const [enter, leave] = step > 0 ? [low / step, high / step] : [high / step, low / step];
    from = Math.max(from, enter);
    to = Math.min(to, leave);
  }
  return from > to ? [1, 0] : [from, to];
}
