import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import classes from './bottom-sheet.module.css';

/** From the lowest to the highest. */
export const sheetHeights = ['low', 'half', 'full'] as const;
export type SheetHeight = (typeof sheetHeights)[number];

/** Less than this is a tap on the handle, px. */
const tapPixels = 6;
/** A quicker drag than this goes on to the next height, px a ms. */
const flingSpeed = 0.5;

interface BottomSheetProps {
  readonly height: SheetHeight;
  readonly onHeight: (height: SheetHeight) => void;
  /** Of the whole sheet. */
  readonly label: string;
  /** Of its handle, which says how high it is. */
  readonly handleLabel: string;
  readonly children: ReactNode;
}

/**
 * A sheet along the lower edge of a phone, or along its left edge when it is held sideways: it is dragged by its handle to one of
 * three heights, tapped to the next, and moved by the arrow keys.
 */
export function BottomSheet({ height, onHeight, label, handleLabel, children }: BottomSheetProps) {
  const sheet = useRef<HTMLElement>(null);
  const start = useRef<{ at: number; size: number; timeMs: number } | null>(null);
  const [dragged, drag] = useState<number | null>(null);

  const isSideways = () =>
    sheet.current !== null && getComputedStyle(sheet.current).getPropertyValue('--sideways').trim() === '1';
  const placeOf = (event: PointerEvent) => (isSideways() ? event.clientX : -event.clientY);
  const sizeNow = () => {
    const box = sheet.current?.getBoundingClientRect();
    return (isSideways() ? box?.width : box?.height) ?? 0;
  };
  const step = (by: number) => {
    const next = sheetHeights[sheetHeights.indexOf(height) + by];
    if (next) onHeight(next);
  };

  function begin(event: PointerEvent<HTMLButtonElement>): void {
    if (!event.isPrimary || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { at: placeOf(event), size: sizeNow(), timeMs: event.timeStamp };
  }

  function move(event: PointerEvent): void {
    if (start.current) drag(start.current.size + placeOf(event) - start.current.at);
  }

  function end(event: PointerEvent): void {
    const begun = start.current;
    start.current = null;
    drag(null);
    if (!begun) return;
    const moved = placeOf(event) - begun.at;
    // the click that follows is the tap's own
    if (Math.abs(moved) < tapPixels) return;
    onHeight(restingHeight(height, moved, event.timeStamp - begun.timeMs, begun.size + moved, room()));
  }

  const room = () => {
    const within = sheet.current?.parentElement?.parentElement;
    return (isSideways() ? within?.clientWidth : within?.clientHeight) ?? 1;
  };
  const wasDragged = useRef(false);

  return (
    <section
      ref={sheet}
      className={classes.sheet}
      aria-label={label}
      data-height={height}
      data-dragged={dragged === null ? undefined : true}
      {...(dragged !== null && { style: { '--sheet-size': `${Math.max(0, dragged)}px` } as object })}
    >
      <button
        type="button"
        className={classes.handle}
        aria-label={handleLabel}
        aria-expanded={height !== 'low'}
        onPointerDown={(event) => {
          wasDragged.current = false;
          begin(event);
        }}
        onPointerMove={(event) => {
          const from = start.current?.at ?? placeOf(event);
          if (Math.abs(placeOf(event) - from) >= tapPixels) wasDragged.current = true;
          move(event);
        }}
        onPointerUp={end}
        onPointerCancel={() => {
          start.current = null;
          drag(null);
        }}
        onClick={() => {
          if (wasDragged.current) return;
          onHeight(height === 'full' ? 'low' : (sheetHeights[sheetHeights.indexOf(height) + 1] ?? 'low'));
        }}
        onKeyDown={({ key }) => {
          if (key === 'ArrowUp' || key === 'ArrowRight') step(1);
          if (key === 'ArrowDown' || key === 'ArrowLeft') step(-1);
        }}
      />
      <div className={classes.content}>{children}</div>
    </section>
  );
}

/** Where a dragged sheet comes to rest: one on after a quick drag, else the height that is nearest. */
export function restingHeight(
  from: SheetHeight,
  movedPixels: number,
  tookMs: number,
  sizePixels: number,
  roomPixels: number,
): SheetHeight {
  const at = sheetHeights.indexOf(from);
  if (Math.abs(movedPixels) / Math.max(1, tookMs) > flingSpeed) {
    const next = at + Math.sign(movedPixels);
    return sheetHeights[Math.min(Math.max(next, 0), sheetHeights.length - 1)] ?? from;
  }
  const share = sizePixels / roomPixels;
  return share < 0.32 ? 'low' : share < 0.72 ? 'half' : 'full';
}
