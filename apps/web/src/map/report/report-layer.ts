/** A report on the map: its way, its marks, the active row's way and place. */

import type { OverlayPart } from '../canvas-overlay/canvas-overlay.ts';
import { mercatorX, mercatorY } from '../mercator.ts';
import { drawLine } from './draw-line.ts';
import { drawMark, drawRing, type MarkLook } from './draw-marks.ts';
import { type LineLevel, type LineOnMap, levelOf, lineOnMap } from './line-levels.ts';
import type { ReportDrawing, ReportHighlight, ReportRoute } from './report-drawing.ts';
import {
  type MarksOnMap,
  markAt,
  marksInView,
  marksOnMap,
  type ShownMark,
  spreadMarks,
} from './shown-marks.ts';

export type Extent = readonly [west: number, south: number, east: number, north: number];

export interface ReportLayer extends OverlayPart {
  /** Over the rest and by itself: it moves with every pointer, and a way of 100,000 places is not drawn again for it. */
  readonly ring: OverlayPart;
  show(drawing: ReportDrawing | null): void;
  showRoute(way: ReportRoute | null): void;
  highlight(place: ReportHighlight | null): void;
  /** The row whose mark is at a pixel of the map; null for none. */
  rowAt(x: number, y: number): number | null;
  /** Of all that is drawn, EPSG:3857; null for nothing. */
  extent(): Extent | null;
  setLook(look: MarkLook): void;
  /** What the last drawing showed, for the probe. */
  shown(): { readonly placeCount: number; readonly marks: readonly ShownMark[]; readonly isRinged: boolean };
}

/** Places nearer than this on the screen are one, pixels. */
const leastPixels = 1.5;

/** A line with the level it was last drawn at: while the map moves, the zoom is the same for many frames. */
interface Levelled {
  readonly line: LineOnMap;
  level: { readonly resolution: number; readonly of: LineLevel } | null;
}

export function createReportLayer(first: MarkLook): ReportLayer {
  let look = first;
  let way: Levelled | null = null;
  let activeRoute: Levelled | null = null;
  let marks: { readonly on: MarksOnMap; spread: { resolution: number; of: Int32Array } | null } | null = null;
  let ring: ReportHighlight | null = null;
  let shownMarks: readonly ShownMark[] = [];
  let placeCount = 0;

  function levelAt(levelled: Levelled, shown: number): LineLevel {
    // one level a doubling: the frames of a flight between two zooms share it
    const resolution = 2 ** Math.floor(Math.log2(shown));
    if (levelled.level?.resolution !== resolution)
      levelled.level = { resolution, of: levelOf(levelled.line, leastPixels * resolution) };
    return levelled.level.of;
  }

  const levelled = (from: ReportRoute | null): Levelled | null =>
    from && from.latitudes.length > 0 ? { line: lineOnMap(from), level: null } : null;

  return {
    isEmpty: () => !way && !activeRoute && !marks,
    ring: {
      isEmpty: () => !ring,
      draw(pen, { toPixel }) {
        if (!ring) return;
        const [x, y] = toPixel(mercatorX(ring.longitude), mercatorY(ring.latitude));
        drawRing(pen, x, y, ring.course, look);
      },
    },
    draw(pen, screen) {
      const { resolution } = screen;
      placeCount = 0;
      // The other ways step back while one of them is looked at.
      pen.globalAlpha = activeRoute ? 0.45 : 1;
      if (way)
        placeCount += drawLine(pen, screen, way.line, levelAt(way, resolution), { ...look, width: 3.5 });
      pen.globalAlpha = 1;
      if (activeRoute)
        placeCount += drawLine(pen, screen, activeRoute.line, levelAt(activeRoute, resolution), {
          ...look,
          width: 5,
        });
      shownMarks = [];
      if (marks) {
        if (marks.spread?.resolution !== resolution)
          marks.spread = { resolution, of: spreadMarks(marks.on, resolution) };
        shownMarks = marksInView(marks.on, marks.spread.of, screen);
        for (const mark of shownMarks) drawMark(pen, mark, look);
      }
    },
    show(drawing) {
      way = levelled(drawing?.way ?? null);
      marks = drawing?.marks?.rows.length ? { on: marksOnMap(drawing.marks), spread: null } : null;
      shownMarks = [];
      placeCount = 0;
      if (!drawing) {
        activeRoute = null;
        ring = null;
      }
    },
    showRoute(next) {
      activeRoute = levelled(next);
    },
    highlight(place) {
      ring = place;
    },
    rowAt: (x, y) => markAt(shownMarks, x, y)?.row ?? null,
    extent: () => extentOf([way?.line, activeRoute?.line, marks?.on]),
    setLook(next) {
      look = next;
    },
    shown: () => ({ placeCount, marks: shownMarks, isRinged: ring !== null }),
  };
}

function extentOf(parts: readonly (Pick<LineOnMap, 'xs' | 'ys'> | undefined)[]): Extent | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const part of parts) {
    if (!part) continue;
    for (let at = 0; at < part.xs.length; at++) {
      const [x = 0, y = 0] = [part.xs[at], part.ys[at]];
      west = Math.min(west, x);
      east = Math.max(east, x);
      south = Math.min(south, y);
      north = Math.max(north, y);
    }
  }
  return west > east ? null : [west, south, east, north];
}
