import { type PointerEvent, useRef } from 'react';

interface Drag<Start> {
  /** What it is counted from, taken when the drag begins. */
  readonly begin: () => Start;
  /** How far the pointer has come since then, pixels. */
  readonly move: (start: Start, right: number, down: number) => void;
}

/** Listeners that drag an element: with mouse, pen or finger, also when the pointer leaves it. */
export function useDrag<Start>({ begin, move }: Drag<Start>) {
  const from = useRef<{ readonly x: number; readonly y: number; readonly start: Start } | null>(null);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { x: event.clientX, y: event.clientY, start: begin() };
    },
    onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
      const { current } = from;
      if (current) move(current.start, clientX - current.x, clientY - current.y);
    },
    onLostPointerCapture() {
      from.current = null;
    },
  };
}
