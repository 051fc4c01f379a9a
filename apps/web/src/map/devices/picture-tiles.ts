/**
 * The devices' picture on a grid of small canvases, of which only those are drawn again whose part of it changed. A large
 * canvas costs by its area at every change, however little moved on it: while 100,000 devices are driving, most of the
 * screen looks as it did, and what did not change is neither drawn nor handed to the graphics card.
 */
import { penOf } from './canvas-pen.ts';
import type { PlacedSprite } from './device-picture.ts';

export interface PictureTiles {
  readonly element: HTMLElement;
  show(picture: readonly PlacedSprite[], screen: TileScreen): void;
}

export interface TileScreen {
  /** Pixels of the map. */
  readonly width: number;
  readonly height: number;
  /** Device pixels per pixel of the map. */
  readonly pixelRatio: number;
}

interface Tile {
  readonly canvas: HTMLCanvasElement;
  readonly left: number;
  readonly top: number;
  /** What is drawn on it now. */
  drawn: readonly PlacedSprite[];
}

interface Grid {
  readonly screen: TileScreen;
  /** Edge of a tile, pixels of the map: a whole number of device pixels. */
  readonly edge: number;
  readonly columns: number;
  readonly tiles: readonly Tile[];
}

const edgePixels = 320;

export function createPictureTiles(): PictureTiles {
  const element = document.createElement('div');
  element.style.cssText = 'position:absolute;inset:0;overflow:hidden;pointer-events:none';
  let grid: Grid | null = null;

  function gridFor(screen: TileScreen): Grid {
    const same =
      grid?.screen.width === screen.width &&
      grid.screen.height === screen.height &&
      grid.screen.pixelRatio === screen.pixelRatio;
    if (grid && same) return grid;
    grid = createGrid(screen);
    element.replaceChildren(...grid.tiles.map(({ canvas }) => canvas));
    return grid;
  }

  return {
    element,
    show(picture, screen) {
      const { tiles, columns, edge } = gridFor(screen);
      const parts = sharedOut(picture, { columns, edge, count: tiles.length });
      tiles.forEach((tile, number) => {
        const part = parts[number] ?? [];
        if (isSame(tile.drawn, part)) return;
        tile.drawn = part;
        draw(tile, edge, screen.pixelRatio);
      });
    },
  };
}

function createGrid(screen: TileScreen): Grid {
  const { width, height, pixelRatio } = screen;
  const edge = Math.round(edgePixels * pixelRatio) / pixelRatio;
  const columns = Math.ceil(width / edge);
  const rows = Math.ceil(height / edge);
  const tiles = Array.from({ length: columns * rows }, (_, number): Tile => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = Math.round(edge * pixelRatio);
    const left = (number % columns) * edge;
    const top = Math.floor(number / columns) * edge;
    canvas.style.cssText = `position:absolute;left:${left}px;top:${top}px;width:${edge}px;height:${edge}px;display:none`;
    return { canvas, left, top, drawn: [] };
  });
  return { screen, edge, columns, tiles };
}

/** The part of a picture that touches each tile, in the order of the picture. */
export function sharedOut(
  picture: readonly PlacedSprite[],
  { columns, edge, count }: { readonly columns: number; readonly edge: number; readonly count: number },
): PlacedSprite[][] {
  const parts = Array.from({ length: count }, (): PlacedSprite[] => []);
  for (const part of picture) {
    const { sprite, left, top } = part;
    const firstColumn = Math.max(0, Math.floor(left / edge));
    const lastColumn = Math.min(columns - 1, Math.floor((left + sprite.halfWidth * 2) / edge));
    const lastRow = Math.floor((top + sprite.halfHeight * 2) / edge);
    for (let row = Math.max(0, Math.floor(top / edge)); row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++)
        parts[row * columns + column]?.push(part);
    }
  }
  return parts;
}

function isSame(before: readonly PlacedSprite[], now: readonly PlacedSprite[]): boolean {
  return (
    before.length === now.length &&
    before.every(({ sprite, left, top }, at) => {
      const other = now[at];
      return other?.sprite === sprite && other.left === left && other.top === top;
    })
  );
}

function draw({ canvas, left, top, drawn }: Tile, edge: number, pixelRatio: number): void {
  canvas.style.display = drawn.length > 0 ? '' : 'none';
  const pen = penOf(canvas);
  pen.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  pen.clearRect(0, 0, edge, edge);
  for (const { sprite, left: spriteLeft, top: spriteTop } of drawn) {
    const { image, halfWidth, halfHeight } = sprite;
    pen.drawImage(image, spriteLeft - left, spriteTop - top, halfWidth * 2, halfHeight * 2);
  }
}
