// @vitest-environment happy-dom
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLinePlot, moved, showing, zoomed } from './line-plot.ts';

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

/** What a canvas draws along. */
class Way {
  moveTo() {}
  lineTo() {}
  rect() {}
  arc() {}
  closePath() {}
}

test('[REP-01] the lines are drawn by the processor: a graphics card may be missing', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  onTestFinished(() => void vi.restoreAllMocks());
  const pen: object = new Proxy(
    {},
    { get: (_, name) => () => (name === 'measureText' ? { width: 9 } : undefined), set: () => true },
  );
  vi.stubGlobal('Path2D', Way);
  const asked = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  const measure = { sign: 'm', factor: 1 };
  const plot = createLinePlot({
    element: document.createElement('div'),
    data: {
      ...{ times: [1000, 1060], rows: Int32Array.of(0, 1) },
      lines: [{ key: 'altitude', deviceId: 1, measure, values: [1, 2], silences: [] }],
    },
    colours: { text: '#000', grid: '#ccc', lines: ['#00f'] },
    ...{ font: '12px sans-serif', timezone: 'America/Fortaleza', language: 'pt-BR' },
    ...{ onPoint: () => undefined, onClick: () => undefined },
  });
  // it draws after the task that made it
  await Promise.resolve();
  plot.destroy();
  expect(asked.mock.calls).toEqual([['2d', { willReadFrequently: true }]]);
});
