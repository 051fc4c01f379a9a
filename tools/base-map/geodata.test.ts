import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { cutAtAntimeridian, type LonLat } from './antimeridian.ts';
import { type Line, shapesOf, type Topology } from './topology.ts';

const FOLDER = new URL('../../apps/web/src/map/geodata/', import.meta.url);
const text = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');
const files = ['world.json', 'brazil.json', 'cities.json'];
const shapes = (name: string, object: string) => shapesOf(JSON.parse(text(name)) as Topology, object);

/** Every polyline and ring of an object. */
const lines = (name: string, object: string) => shapes(name, object).flatMap((shape) => shape.lines);

/** Even–odd rule over all rings of a layer. */
function holds(rings: readonly Line[], lat: number, lon: number): boolean {
  let inside = false;
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      const [ax, ay] = ring[i - 1] as [number, number];
      const [bx, by] = ring[i] as [number, number];
      if (ay > lat !== by > lat && lon < ((bx - ax) * (lat - ay)) / (by - ay) + ax) inside = !inside;
    }
  }
  return inside;
}

test('[MAP-14] the base map is light: 600 kB raw and 220 kB compressed at most', () => {
  const bodies = files.map((name) => Buffer.from(text(name)));
  expect(bodies.reduce((sum, body) => sum + body.length, 0)).toBeLessThan(600_000);
  expect(bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)).toBeLessThan(220_000);
});

test('[MAP-14] all 27 Brazilian states are there with code and name', () => {
  const states = shapes('brazil.json', 'states').map(({ properties }) => properties);
  const codes = states.map(({ code }) => code).sort();
  expect(codes.join(' ')).toBe(
    'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO',
  );
  for (const { name } of states) expect(name).toMatch(/^\p{Lu}\p{L}+/u);
});

test('[MAP-14] a state holds its capital', () => {
  const states = shapes('brazil.json', 'states');
  for (const [code, lat, lon] of [
    ['SP', -23.55, -46.63],
    ['DF', -15.79, -47.88],
    ['AM', -3.1, -60.0],
    ['CE', -3.76, -38.53],
  ] as const) {
    const state = states.find(({ properties }) => properties.code === code);
    expect([code, holds(state?.lines ?? [], lat, lon)]).toEqual([code, true]);
  }
});

test('[MAP-14] no line or ring crosses the world at the antimeridian', () => {
  const all = [
    ...lines('world.json', 'land'),
    ...lines('world.json', 'borders'),
    ...lines('brazil.json', 'states'),
    ...lines('brazil.json', 'stateBorders'),
  ];
  expect(all.length).toBeGreaterThan(300);
  // The edge along the south of Antarctica is the one honest long step.
  const steps = all.flatMap((line) =>
    line.slice(1).map(([lon, lat], i) => (lat < -84 ? 0 : Math.abs(lon - line[i]![0]))),
  );
  const points = all.flat();
  expect(steps.every((step) => step < 180)).toBe(true);
  expect(points.every(([lon, lat]) => Math.abs(lon) <= 180 && Math.abs(lat) <= 85.06)).toBe(true);
});

test('[MAP-14] land is where land is, on both sides of the antimeridian', () => {
  const rings = lines('world.json', 'land');
  for (const [lat, lon] of [
    [-23.55, -46.7],
    [-3.1, -60],
    [67, -175],
    [67, 175],
    [-16.6, 179.2],
    [-80, 0],
    [-17.8, 178],
  ]) {
    expect([lat, lon, holds(rings, lat!, lon!)]).toEqual([lat, lon, true]);
  }
  for (const [lat, lon] of [
    [-20, -30],
    [-16, 0],
    [-17, -100],
    [60, -179],
    [0, 179],
  ]) {
    expect([lat, lon, holds(rings, lat!, lon!)]).toEqual([lat, lon, false]);
  }
});

test('[MAP-14] labels name the capitals and over a hundred Brazilian towns, best rank first', () => {
  const { columns, cities } = JSON.parse(text('cities.json')) as { columns: string[]; cities: unknown[][] };
  expect(columns).toEqual(['name', 'lat', 'lon', 'rank', 'country']);
  expect(cities.filter((row) => row[4] === 'BR').length).toBeGreaterThan(100);
  const names = new Set(cities.map(([name]) => name));
  for (const name of ['Brasília', 'São Paulo', 'Palmas', 'Boa Vista', 'Buenos Aires', 'Assunção', 'Lisboa']) {
    expect(names).toContain(name);
  }
  const ranks = cities.map((row) => row[3] as number);
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
});

test('a polygon across the antimeridian becomes two that touch it', () => {
  const square: LonLat[] = [
    [179, 10],
    [-179, 10],
    [-179, 12],
    [179, 12],
    [179, 10],
  ];
  const cut = cutAtAntimeridian({ type: 'Polygon', coordinates: [square] });
  const spans = cut.coordinates.map(([ring]) => ring!.map(([lon]) => lon));
  expect(spans.map((lons) => [Math.min(...lons), Math.max(...lons)])).toEqual([
    [179, 180],
    [-180, -179],
  ]);
});
