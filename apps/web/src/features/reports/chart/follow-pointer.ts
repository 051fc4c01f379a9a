/** A pointer that was pressed and moved less than this was clicked, px. */
const clickPixels = 4;

interface PointerActs {
  /** What is there, px from the left. */
  readonly instantAt: (left: number) => number;
  readonly drag: (pixels: number) => void;
  readonly wheel: (turns: number, instant: number) => void;
  readonly click: () => void;
  readonly doubleClick: () => void;
}

/** Gives the way to stop. */
export function followPointer(over: HTMLElement, acts: PointerActs): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let last: number | null = null;
  let travelled = 0;
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
  return () => ending.abort();
}
