/** A pointer that was pressed and moved less than this was clicked, px. */
const clickPixels = 4;

interface PointerActs {
  /** What is there, px from the left. */
  readonly instantAt: (left: number) => number;
  readonly drag: (pixels: number) => void;
  readonly wheel: (turns: number, instant: number) => void;
  readonly click: () => void;
  readonly doubleClick: () => void;
  /** Place in the data that the cursor is on; null when it left. */
  readonly point: (at: number | null) => void;
}

interface FollowedPointer {
  /**
   * The cursor is on this place: passed on at once, but of a dragged axis only where it was let go. The same instant stays
   * below the pointer then, and each place that is told is drawn on the map.
   */
  pointAt(at: number | null): void;
  stop(): void;
}

export function followPointer(over: HTMLElement, acts: PointerActs): FollowedPointer {
  const ending = new AbortController();
  const { signal } = ending;
  let last: number | null = null;
  let travelled = 0;
  let untold: { readonly at: number | null } | null = null;
  over.style.touchAction = 'pan-y';
  over.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return;
      last = event.clientX;
      travelled = 0;
      over.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  over.addEventListener(
    'pointermove',
    (event) => {
      if (last === null) return;
      travelled += Math.abs(event.clientX - last);
      if (travelled > clickPixels) acts.drag(event.clientX - last);
      last = event.clientX;
    },
    { signal },
  );
  const release = (event: PointerEvent) => {
    if (last !== null && travelled <= clickPixels && event.type === 'pointerup') acts.click();
    last = null;
    if (untold) acts.point(untold.at);
    untold = null;
  };
  over.addEventListener('pointerup', release, { signal });
  over.addEventListener('pointercancel', release, { signal });
  over.addEventListener('dblclick', acts.doubleClick, { signal });
  over.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      acts.wheel(Math.sign(event.deltaY), acts.instantAt(event.offsetX));
    },
    { signal, passive: false },
  );
  return {
    pointAt(at) {
      if (last !== null && travelled > clickPixels) untold = { at };
      else acts.point(at);
    },
    stop: () => ending.abort(),
  };
}
