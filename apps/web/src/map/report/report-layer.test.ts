import { expect, test, vi } from 'vitest';
import { createReportMap } from '../core/device-selection.ts';
import type { ReportDrawing } from './report-drawing.ts';
import { createReportLayer } from './report-layer.ts';

const screen = { width: 100, height: 100, resolution: 1, toPixel: () => [50, 50] as const };
const place = { latitude: 0, longitude: 0, course: null };
const drawing: ReportDrawing = {
  way: { latitudes: Float64Array.of(0, 0), longitudes: Float64Array.of(0, 0.0001), starts: [0] },
  marks: null,
};

/** What was called of a pen. */
function penOf() {
  const calls = new Map<string, number>();
  const pen = new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name: string) => () => void calls.set(name, (calls.get(name) ?? 0) + 1),
    set: () => true,
  });
  return { pen, calls };
}

test('[REP-03] the ring round the active row is drawn by itself, and the way without it', () => {
  const layer = createReportLayer({ colour: 'blue', casing: 'white' });
  layer.show(drawing);
  expect([layer.isEmpty(), layer.ring.isEmpty()]).toEqual([false, true]);
  layer.highlight(place);
  expect(layer.ring.isEmpty()).toBe(false);
  const [ring, way] = [penOf(), penOf()];
  layer.ring.draw(ring.pen, screen);
  expect(ring.calls.get('arc')).toBeGreaterThan(0);
  expect(ring.calls.has('lineTo')).toBe(false);
  layer.draw(way.pen, screen);
  expect(way.calls.get('lineTo')).toBe(1);
  expect(way.calls.has('arc')).toBe(false);
  layer.show(null);
  expect([layer.isEmpty(), layer.ring.isEmpty()]).toEqual([true, true]);
});

test('[REP-03] who points at row after row has the ring drawn again, and never the way', () => {
  const layer = createReportLayer({ colour: 'blue', casing: 'white' });
  const [redraw, redrawRing] = [vi.fn(), vi.fn()];
  const motion = { fit: vi.fn(), isInView: () => true, centreOn: vi.fn() };
  const { report } = createReportMap({ layer, redraw, redrawRing, motion });
  report.show(drawing);
  expect(redraw).toHaveBeenCalledTimes(1);
  for (const shown of [place, { ...place, longitude: 0.0001 }, null]) report.highlight(shown);
  expect([redraw.mock.calls.length, redrawRing.mock.calls.length]).toEqual([1, 3]);
});
