// @vitest-environment happy-dom
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { columnsOf, createLinePlot, type LinePlot, moved, showing, zoomed } from './line-plot.ts';

const whole = { min: 1000, max: 2000 };

test('what is in sight moves by parts of itself and stops at both ends', () => {
  expect(moved({ min: 1200, max: 1400 }, 0.5, whole)).toEqual({ min: 1300, max: 1500 });
  expect(moved({ min: 1200, max: 1400 }, -5, whole)).toEqual({ min: 1000, max: 1200 });
  expect(moved({ min: 1200, max: 1400 }, 9, whole)).toEqual({ min: 1800, max: 2000 });
});

test('an instant stays where it is while the axis is drawn nearer or farther around it', () => {
  expect(zoomed({ min: 1200, max: 1400 }, 0.5, 1250, whole)).toEqual({ min: 1225, max: 1325 });
  expect(zoomed({ min: 1200, max: 1400 }, 100, 1250, whole)).toEqual(whole);
  expect(zoomed({ min: 1200, max: 1400 }, 0.0001, 1250, whole)).toEqual({ min: 1247.5, max: 1257.5 });
});

test('an instant out of sight is brought to the middle', () => {
  expect(showing({ min: 1200, max: 1400 }, 1300, whole)).toEqual({ min: 1200, max: 1400 });
  expect(showing({ min: 1200, max: 1400 }, 1700, whole)).toEqual({ min: 1600, max: 1800 });
  expect(showing({ min: 1200, max: 1400 }, 1990, whole)).toEqual({ min: 1800, max: 2000 });
});

test('whatever is done, what is in sight is a part of the whole', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(part, part, fc.double({ min: -9, max: 9, noNaN: true }), part, (from, size, by, at) => {
      const min = 1000 + from * 900;
      const span = { min, max: Math.min(2000, min + 10 + size * 900) };
      for (const next of [
        moved(span, by, whole),
        zoomed(span, Math.abs(by) + 0.01, 1000 + at * 1000, whole),
        showing(span, 1000 + at * 1000, whole),
      ]) {
        expect(next.min).toBeGreaterThanOrEqual(1000);
        expect(next.max).toBeLessThanOrEqual(2000);
        expect(next.max).toBeGreaterThan(next.min);
      }
    }),
  );
});

type Point = readonly [x: number, y: number];

/** What a canvas draws along: polygons or one line of corners, and rectangles. */
class Way {
  readonly polygons: Point[][] = [];
  readonly rects: (readonly [x: number, y: number, width: number, height: number])[] = [];
  moveTo(x: number, y: number) {
    this.polygons.push([[x, y]]);
  }
  lineTo(x: number, y: number) {
    if (this.polygons.length === 0) this.polygons.push([]);
    this.polygons.at(-1)?.push([x, y]);
  }
  rect(x: number, y: number, width: number, height: number) {
    this.rects.push([x, y, width, height]);
  }
  arc() {}
  closePath() {}
}

/** What a pen did: filled a way within the one it was last clipped to, or stroked one. */
interface Stroke {
  readonly does: 'fill' | 'stroke';
  readonly way: Way;
  readonly clip: Way | undefined;
}

const somewhere = fc.double({ min: -500, max: 500, noNaN: true });

test('[REP-01] the columns of a line hold all of its values, each once, and nothing beyond them', () => {
  const step = fc.record({ seconds: fc.integer({ min: 0, max: 40 }), value: fc.option(somewhere) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), fc.integer({ min: 5, max: 60 }), (steps, secondsWide) => {
      let instant = 0;
      const times = steps.map(({ seconds }) => (instant += seconds));
      const values = steps.map(({ value }) => value);
      const columnAt = (at: number) => Math.floor(at / secondsWide);
      const endOf = (column: number) => (column + 1) * secondsWide;
      const columns = columnsOf({ times, values, first: 0, last: steps.length - 1, columnAt, endOf });

      const within = Map.groupBy(
        steps.map(({ value }, at) => ({ value, x: columnAt(times[at] ?? 0) })),
        ({ x }) => x,
      );
      const expected = [...within].flatMap(([x, entries]) => {
        const all = entries.flatMap(({ value }) => (value === null ? [] : [value]));
        if (all.length === 0) return [];
        return [{ x, low: Math.min(...all), high: Math.max(...all), enters: all[0], leaves: all.at(-1) }];
      });
      expect(columns).toEqual(expected);
    }),
  );
});

interface Line {
  readonly values: (number | undefined)[];
  readonly silences?: [from: number, to: number][];
}

/** What a chart does last, once it is drawn and `use` has used it. */
async function drawChart(
  { strokes }: { strokes: Stroke[] },
  times: number[],
  lines: Line[],
  use?: (plot: LinePlot) => void,
) {
  const measure = { sign: 'm', factor: 1 };
  strokes.length = 0;
  const element = document.createElement('div');
  Object.defineProperties(element, { clientWidth: { value: 500 }, clientHeight: { value: 200 } });
  const plot = createLinePlot({
    element,
    data: {
      ...{ times, rows: Int32Array.from(times.keys()) },
      lines: lines.map((line, at) => ({ key: 'altitude', deviceId: at, measure, silences: [], ...line })),
    },
    colours: { text: '#000', grid: '#ccc', lines: ['#00f', '#f00'] },
    ...{ font: '12px sans-serif', timezone: 'America/Fortaleza', language: 'pt-BR' },
    ...{ onPoint: () => undefined, onClick: () => undefined },
  });
  // it draws after the task that made it
  await Promise.resolve();
  if (use) {
    strokes.length = 0;
    use(plot);
    await Promise.resolve();
  }
  plot.destroy();
  // what is stroked along no way of its own is the grid, and no value stands alone as a point
  return strokes.filter(({ way }) => way && way.rects.length + way.polygons.length > 0);
}

function withPen() {
  onTestFinished(() => void vi.unstubAllGlobals());
  onTestFinished(() => void vi.restoreAllMocks());
  const strokes: Stroke[] = [];
  let clip: Way | undefined;
  const does = (name: string | symbol, way: Way) => {
    if (name === 'clip') clip = way;
    if (name === 'fill' || name === 'stroke') strokes.push({ does: name, way, clip });
    return name === 'measureText' ? { width: 9 } : undefined;
  };
  const pen = new Proxy({}, { get: (_, name) => (way: Way) => does(name, way), set: () => true });
  vi.stubGlobal('Path2D', Way);
  const asked = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  return { asked, strokes };
}

const seconds = (count: number) => Array.from({ length: count }, (_, at) => 1000 + at);
const cornersOf = ({ way }: Stroke) => way.polygons.flat().length;

test('[REP-01] a hundred thousand values are a column each pixel, a hundred are a line', async () => {
  const pen = withPen();
  const drawOf = (times: number[]) => drawChart(pen, times, [{ values: times.map((at) => at % 7) }]);
  const [few] = await drawOf(seconds(100));
  expect(few?.does).toBe('stroke');
  expect(few && cornersOf(few)).toBe(100);
  const [many] = await drawOf(seconds(100_000));
  expect(many?.does).toBe('fill');
  expect(many?.way.polygons).toEqual([]);
  expect(many?.way.rects.length).toBeGreaterThan(200);
  expect(many?.way.rects.length).toBeLessThan(520);
});

test('[REP-01] of two devices the one with many values in sight is columns, the other one a line', async () => {
  const pen = withPen();
  const times = seconds(100_000);
  const often = { values: times.map((at) => at % 7) };
  const seldom = { values: times.map((at) => (at % 1000 === 0 ? at % 7 : undefined)) };
  const both = await drawChart(pen, times, [often, seldom]);
  expect(both.map(({ does }) => does)).toEqual(['fill', 'stroke']);

  // one that reports seldom from the middle on
  const slower = { values: times.map((at) => (at < 50_000 || at % 1000 === 0 ? at % 7 : undefined)) };
  expect((await drawChart(pen, times, [often, slower])).map(({ does }) => does)).toEqual(['fill', 'fill']);
  const late = await drawChart(pen, times, [often, slower], (plot) => {
    plot.zoom(0.2);
    plot.point(90_000);
  });
  expect(late.map(({ does }) => does)).toEqual(['fill', 'stroke']);
});

test('[REP-01] between columns apart runs a line that is as thick however steep it is', async () => {
  const pen = withPen();
  // a hundred bursts, each low or high
  const bursts = Array.from({ length: 100_000 }, (_, at) => Math.floor(at / 1000));
  const times = bursts.map((burst, at) => burst * 1000 + (at % 1000) / 100);
  const values = bursts.map((burst) => (burst % 2) * 100);
  const [drawn] = await drawChart(pen, times, [{ values }]);
  const bridges = drawn?.way.polygons ?? [];
  expect(bridges).toHaveLength(99);
  for (const bridge of bridges) {
    const [[fromX, fromY], [toX, toY]] = [bridge[0] ?? [0, 0], bridge[1] ?? [0, 0]];
    expect(Math.abs(toY - fromY)).toBeGreaterThan(50);
    expect(clockwiseArea(bridge) / Math.hypot(toX - fromX, toY - fromY)).toBeCloseTo(2);
  }
});

test('[REP-01] of columns all are seen up to a silence and from its end on, and nothing between', async () => {
  const pen = withPen();
  const times = seconds(100_000).filter((at) => at <= 40_000 || at >= 60_000);
  const silences: [number, number][] = [[40_000, 60_000]];
  const [drawn] = await drawChart(pen, times, [{ values: times.map((at) => at % 7), silences }]);
  const seen = drawn?.clip?.rects ?? [];
  const isSeen = (from: number, to: number) => seen.some(([x, , width]) => x <= from && to <= x + width);
  // the very last value is on the plot's edge
  for (const [x] of drawn?.way.rects.slice(0, -1) ?? []) expect([x, isSeen(x, x + 1)]).toEqual([x, true]);
  const [bridge] = drawn?.way.polygons ?? [];
  const [left, right] = [bridge?.[0]?.[0] ?? 0, bridge?.[1]?.[0] ?? 0];
  expect(right - left).toBeGreaterThan(50);
  for (const [x, , width] of seen) expect(x + width <= left + 1 || x >= right - 1).toBe(true);
});

/** Of a polygon, in pixels; below 0 where it runs against the clock. */
function clockwiseArea(polygon: readonly Point[]): number {
  const [lastX, lastY] = polygon.at(-1) ?? [0, 0];
  let [beforeX, beforeY, twice] = [lastX, lastY, 0];
  for (const [x, y] of polygon) {
    twice += beforeX * y - x * beforeY;
    [beforeX, beforeY] = [x, y];
  }
  return twice / 2;
}

test('[REP-01] the lines are drawn by the processor: a graphics card may be missing', async () => {
  const pen = withPen();
  await drawChart(pen, seconds(2), [{ values: [1, 2] }]);
  expect(pen.asked.mock.calls).toEqual([['2d', { willReadFrequently: true }]]);
});
