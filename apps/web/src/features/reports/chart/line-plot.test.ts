// @vitest-environment happy-dom
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { columnsOf, createLinePlot, moved, showing, zoomed } from './line-plot.ts';

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

/** What a canvas draws along, and how many steps of a kind were taken along all of them. */
const taken = { lineTo: 0, rect: 0 };
class Way {
  moveTo() {}
  lineTo() {
    taken.lineTo += 1;
  }
  rect() {
    taken.rect += 1;
  }
  arc() {}
  closePath() {}
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

/** A chart of one number that swings, one a second. */
async function drawChart(count: number) {
  const measure = { sign: 'm', factor: 1 };
  const times = Array.from({ length: count }, (_, at) => 1000 + at);
  const element = document.createElement('div');
  Object.defineProperties(element, { clientWidth: { value: 500 }, clientHeight: { value: 200 } });
  const plot = createLinePlot({
    element,
    data: {
      ...{ times, rows: Int32Array.from(times.keys()) },
      lines: [{ key: 'altitude', deviceId: 1, measure, values: times.map((at) => at % 7), silences: [] }],
    },
    colours: { text: '#000', grid: '#ccc', lines: ['#00f'] },
    ...{ font: '12px sans-serif', timezone: 'America/Fortaleza', language: 'pt-BR' },
    ...{ onPoint: () => undefined, onClick: () => undefined },
  });
  Object.assign(taken, { lineTo: 0, rect: 0 });
  // it draws after the task that made it
  await Promise.resolve();
  plot.destroy();
  return { ...taken };
}

function withPen() {
  onTestFinished(() => void vi.unstubAllGlobals());
  onTestFinished(() => void vi.restoreAllMocks());
  const pen: object = new Proxy(
    {},
    { get: (_, name) => () => (name === 'measureText' ? { width: 9 } : undefined), set: () => true },
  );
  vi.stubGlobal('Path2D', Way);
  return vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
}

test('[REP-01] a hundred thousand values are a column each pixel, a hundred are a line', async () => {
  withPen();
  const few = await drawChart(100);
  expect(few.lineTo).toBeGreaterThanOrEqual(99);
  const many = await drawChart(100_000);
  expect(many.lineTo).toBe(0);
  expect(many.rect).toBeGreaterThan(200);
  expect(many.rect).toBeLessThan(520);
});

test('[REP-01] the lines are drawn by the processor: a graphics card may be missing', async () => {
  const asked = withPen();
  await drawChart(2);
  expect(asked.mock.calls).toEqual([['2d', { willReadFrequently: true }]]);
});
