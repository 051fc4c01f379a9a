import type { ViewMotion } from '../core/view-motion.ts';
import { mercatorX, mercatorY } from '../mercator.ts';
import type { ReportMap } from './report-drawing.ts';
import type { ReportLayer } from './report-layer.ts';

/** All of a report is shown no nearer than this, and the place of a row at it when the map is farther away. */
const nearestFitZoom = 16;

export interface ReportMapParts {
  readonly layer: ReportLayer;
  readonly redraw: () => void;
  readonly motion: Pick<ViewMotion, 'fit' | 'isInView' | 'centreOn'>;
}

/** `pick` is for the pointer: a mark of this row was clicked. */
export function createReportMap({ layer, redraw, motion }: ReportMapParts): {
  readonly report: ReportMap;
  readonly pick: (row: number) => void;
} {
  const listeners = new Set<(row: number) => void>();
  return {
    pick(row) {
      for (const listener of [...listeners]) listener(row);
    },
    report: {
      show(drawing) {
        layer.show(drawing);
        redraw();
      },
      showRoute(way) {
        layer.showRoute(way);
        redraw();
      },
      highlight(place) {
        layer.highlight(place);
        redraw();
        if (!place) return;
        const [x, y] = [mercatorX(place.longitude), mercatorY(place.latitude)];
        if (!motion.isInView(x, y)) motion.centreOn(x, y);
      },
      fit() {
        const extent = layer.extent();
        if (extent) motion.fit(extent, nearestFitZoom);
      },
      onPick(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
}
