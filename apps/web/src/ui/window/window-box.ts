/** Where a floating window lies, pixels of the page; it never leaves the page and is never smaller than it can be used. */

export interface WindowBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What a window may lie in, from `left` on, 0 where that is absent; its width is where it ends at the right. */
export interface Room extends Size {
  readonly left?: number | undefined;
}

/** What is dragged: the whole window, or some of its edges. */
export type Grip = 'move' | 'e' | 's' | 'se' | 'w' | 'sw';

/** The same window within a page of this size: made smaller where it is larger than the page, then moved into it. */
export function boxWithin({ left, top, width, height }: WindowBox, least: Size, page: Room): WindowBox {
  const from = page.left ?? 0;
  const wide = page.width - from;
  const w = Math.max(Math.min(width, wide), Math.min(least.width, wide));
  const h = Math.max(Math.min(height, page.height), Math.min(least.height, page.height));
  return {
    left: Math.max(from, Math.min(left, page.width - w)),
    top: Math.max(0, Math.min(top, page.height - h)),
    width: w,
    height: h,
  };
}

/** The window after its grip was dragged so far to the right and down: it stops at its least size and at the page's edges. */
export function draggedBox(
  box: WindowBox,
  grip: Grip,
  right: number,
  down: number,
  least: Size,
  page: Room,
): WindowBox {
  if (grip === 'move') return boxWithin({ ...box, left: box.left + right, top: box.top + down }, least, page);
  const clamped = (value: number, from: number, to: number) => Math.max(from, Math.min(value, to));
  let { left, width, height } = box;
  if (grip.includes('e')) width = clamped(width + right, least.width, page.width - left);
  if (grip.includes('s')) height = clamped(height + down, least.height, page.height - box.top);
  if (grip.includes('w')) {
    const edge = clamped(left + right, page.left ?? 0, left + width - least.width);
    width += left - edge;
    left = edge;
  }
  return { left, top: box.top, width, height };
}
