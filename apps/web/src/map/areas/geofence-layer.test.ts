// @vitest-environment happy-dom
import type { FrameState } from 'ol/Map.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createGeofenceLayer, type PictureView, placedOn, shows, withMargins } from './geofence-layer.ts';
import { readGeofences } from './geofence-shape.ts';

const screen: PictureView = { west: 1000, north: 5000, resolution: 2, width: 500, height: 300 };
const dragged = (right: number, down = 0): PictureView => ({
  ...screen,
  west: screen.west + right * screen.resolution,
  north: screen.north - down * screen.resolution,
});

test('[MAP-13] a picture of geofences shows the screen until it is dragged over its margin, or drawn nearer', () => {
  const picture = withMargins(screen);
  for (const view of [screen, dragged(150), dragged(-150), dragged(0, 90), dragged(0, -90)])
    expect(shows(picture, view)).toBe(true);
  for (const view of [dragged(151), dragged(-151), dragged(0, 91), dragged(0, -91)])
    expect(shows(picture, view)).toBe(false);
  expect(shows(picture, { ...screen, resolution: 1 })).toBe(false);
});

test('[MAP-13] a picture moves with the map, and is as much larger as the map was drawn nearer', () => {
  const picture = withMargins(screen);
  expect(placedOn(screen, picture, 1)).toBe('translate(-150px, -90px) scale(1)');
  expect(placedOn(dragged(10, -5), picture, 1)).toBe('translate(-160px, -85px) scale(1)');
  expect(placedOn({ ...screen, resolution: 1 }, picture, 1)).toBe('translate(-300px, -180px) scale(2)');
});

const neverLoads = () => new Promise<unknown>(() => {});

/** A layer of areas with names, eight pixels a letter, on a screen around 0 N 0 E of two metres a pixel. */
function aLayerOf(areas: Record<string, string>, loadFont: () => Promise<unknown> = neverLoads) {
  // the document has none of its own here
  Object.defineProperty(document, 'fonts', { value: { load: loadFont }, configurable: true });
  const written: string[] = [];
  const does = (name: string | symbol, text: string) => {
    if (name === 'fillText') written.push(text);
    return name === 'measureText' ? { width: text.length * 8 } : undefined;
  };
  const pen = new Proxy({}, { get: (_, name) => (text: string) => does(name, text), set: () => true });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  onTestFinished(() => void vi.restoreAllMocks());
  const { layer, setShapes } = createGeofenceLayer({
    ...{ brand: '#0044cc', land: '#f4f1ea', name: '#111111', halo: '#ffffff' },
  });
  const others = { description: null, calendarId: 0, attributes: {} };
  setShapes(
    readGeofences(Object.entries(areas).map(([name, area], id) => ({ id, name, area, ...others }))).shapes,
  );
  const frame = {
    ...{ size: [800, 600], pixelRatio: 1, viewHints: [0, 0] },
    viewState: { center: [0, 0], resolution: 2 },
  } as unknown as FrameState;
  return { written, layer, draw: () => void layer.render(frame, document.createElement('div')) };
}

test('[MAP-13] an area of 56 pixels has its name, however long; a line only one that it is longer than', () => {
  const { written, draw } = aLayerOf({
    'Centro de distribuição': 'CIRCLE (0 0, 60)',
    Cais: 'CIRCLE (0.002 0, 50)',
    'Estrada do distrito industrial': 'LINESTRING (0.003 0, 0.003 0.002)',
    Estrada: 'LINESTRING (-0.003 0, -0.003 0.002)',
  });
  draw();
  expect(written).toEqual(['Centro de distribuição', 'Estrada']);
});

test('[MAP-13] of two names that would meet one is written', () => {
  const { written, draw } = aLayerOf({
    'Pátio do norte': 'CIRCLE (0.00003 0, 60)',
    'Pátio do sul': 'CIRCLE (-0.00003 0, 60)',
  });
  draw();
  expect(written).toEqual(['Pátio do norte']);
});

test('[MAP-13] names are written anew once their font has come, and stay where it does not', async () => {
  let come = (_faces: unknown[]) => {};
  const load = vi.fn(() => new Promise((resolve) => (come = resolve)));
  const { written, layer, draw } = aLayerOf({ Cais: 'CIRCLE (0 0, 60)' }, load);
  draw();
  draw();
  expect(written).toEqual(['Cais']);

  const revision = layer.getRevision();
  come([]);
  await Promise.resolve();
  expect(load.mock.calls).toEqual([[expect.stringContaining('Inter Variable')]]);
  expect(layer.getRevision()).toBe(revision + 1);
  draw();
  expect(written).toEqual(['Cais', 'Cais']);

  load.mockReturnValue(Promise.reject(new Error('no network')));
  aLayerOf({ Cais: 'CIRCLE (0 0, 60)' }, load).draw();
  await Promise.resolve();
});
