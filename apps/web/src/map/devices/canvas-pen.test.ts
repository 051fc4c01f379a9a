import { afterEach, expect, test, vi } from 'vitest';
import { createPictures, mostPictures, withPens } from './canvas-pen.ts';
import type { DevicePalette } from './device-style.ts';
import { createLabelPills } from './label-pills.ts';
import { createSprites } from './sprites.ts';

afterEach(() => void vi.unstubAllGlobals());

test('[MAP-07] a picture is made once while it is in use, and the one that is unused for longest goes', () => {
  const make = vi.fn((name: string) => ({ name }));
  const pictureOf = createPictures<{ name: string }>();
  const of = (name: string) => pictureOf(name, () => make(name));
  const first = of('0');
  for (let at = 1; at < mostPictures; at++) of(String(at));
  expect(of('0')).toBe(first);
  expect(make).toHaveBeenCalledTimes(mostPictures);
  of('one more');
  expect(of('0')).toBe(first);
  of('1');
  expect(make).toHaveBeenCalledTimes(mostPictures + 2);
});

/** How many canvases were made. */
function countCanvases() {
  const pen = new Proxy(
    {},
    { get: (_, name) => () => (name === 'measureText' ? { width: 9 } : undefined), set: () => true },
  );
  const createElement = vi.fn(() => ({ getContext: () => pen }));
  vi.stubGlobal('document', { createElement });
  return createElement;
}

const palette = { states: [] } as unknown as DevicePalette;

test.each([
  ['clusters', () => createSprites(palette, 1).cluster],
  [
    'names',
    () => {
      const { pill } = createLabelPills(palette, 1);
      return (size: number) => pill(`Vehicle ${size}`);
    },
  ],
])('[MAP-07] the pictures of %s are made once while they are in use, and not kept for ever', (_, open) => {
  const canvases = countCanvases();
  const draw = open();
  for (let size = 2; size < mostPictures + 3; size++) draw(size);
  const made = canvases.mock.calls.length;
  draw(mostPictures + 2);
  expect(canvases).toHaveBeenCalledTimes(made);
  draw(2);
  expect(canvases).toHaveBeenCalledTimes(made + 1);
});

test('[REP-01] canvases that a library makes are drawn by the processor, and only those', () => {
  const asked: unknown[] = [];
  class Canvas {
    getContext(...wish: readonly unknown[]) {
      asked.push(wish);
    }
  }
  vi.stubGlobal('HTMLCanvasElement', Canvas);
  const make = () => new Canvas().getContext('2d');
  withPens(make);
  const fail = () => {
    throw new Error('no plot');
  };
  expect(() => withPens(fail)).toThrow('no plot');
  make();
  expect(asked).toEqual([['2d', { willReadFrequently: true }], ['2d']]);
});
