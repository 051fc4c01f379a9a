/** An edge-to-edge part of the map's element, pixels from its upper left. */
export interface CoveredPart {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A part wider than this share of the map lies across it: a sheet along its lower edge, or a page over all of it. */
const acrossShare = 0.7;
/** What is left free counts from this much on, pixels; a map that is covered as good as whole keeps its own middle. */
const leastFreePixels = 100;

/**
 * How far the middle of what can be seen of the map lies from the middle of the map, pixels to the right and down: panels
 * beside each other take from its sides, a sheet from below.
 */
export function freeMiddle(
  { width, height }: { readonly width: number; readonly height: number },
  covered: readonly CoveredPart[],
): readonly [right: number, down: number] {
  let [left, right, bottom] = [0, width, height];
  for (const part of covered) {
    if (part.right - part.left > width * acrossShare) bottom = Math.min(bottom, part.top);
    else if (part.left + part.right < width) left = Math.max(left, part.right);
    else right = Math.min(right, part.left);
  }
  return [
    right - left < leastFreePixels ? 0 : (left + right - width) / 2,
    bottom < leastFreePixels ? 0 : (bottom - height) / 2,
  ];
}
