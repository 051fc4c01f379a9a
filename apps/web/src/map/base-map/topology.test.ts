import { readFileSync } from 'node:fs';
import TopoJSON from 'ol/format/TopoJSON.js';
import type MultiPolygon from 'ol/geom/MultiPolygon.js';
import { expect, test } from 'vitest';
import { mercatorX, mercatorY } from '../mercator.ts';
import { createBaseMapData } from './base-map-data.ts';
import { shapesOf, type Topology } from './topology.ts';

function file(name: string): string {
  return readFileSync(new URL(`../geodata/${name}.json`, import.meta.url), 'utf8');
}

const world: Topology = JSON.parse(file('world'));
const brazil: Topology = JSON.parse(file('brazil'));
const data = createBaseMapData({
  world,
  brazil,
  cities: JSON.parse(file('cities')),
  streets: JSON.parse(file('streets')),
});

test('the rings are those that another reader of TopoJSON finds', () => {
  const [land] = new TopoJSON({ layers: ['land'] }).readFeatures(file('world'));
  const rings = (land!.getGeometry() as MultiPolygon).getCoordinates().flat();
  const shapes = shapesOf(world, world.objects.land!);
  expect(shapes).toHaveLength(rings.length);
  shapes.forEach(({ line }, at) => {
    const expected = rings[at]!.flatMap(([longitude, latitude]) => [
      mercatorX(longitude!),
      mercatorY(latitude!),
    ]);
    expect(line).toHaveLength(expected.length);
    expect(Math.max(...line.map((value, entry) => Math.abs(value - expected[entry]!)))).toBeLessThan(0.01);
  });
});

test('[MAP-14] the shipped map has land, borders, the lines between the states, and each state with its name', () => {
  for (const shapes of [data.land, data.brazil, data.borders, data.stateBorders]) {
    expect(shapes.length).toBeGreaterThan(20);
  }
  expect(data.states).toHaveLength(27);
  for (const state of data.states) {
    const inBrazil = data.brazil.some(
      ({ west, east, south, north }) =>
        state.x > west && state.x < east && state.y > south && state.y < north,
    );
    expect(inBrazil, state.name).toBe(true);
  }
});

test('[MAP-14] streets and towns lie within Brazil and the world', () => {
  for (const { west, south, east, north } of data.streets) {
    expect(west).toBeGreaterThan(mercatorX(-50));
    expect(east).toBeLessThan(mercatorX(-42));
    expect(south).toBeGreaterThan(mercatorY(-28));
    expect(north).toBeLessThan(mercatorY(-19));
  }
  expect(data.towns.find(({ name }) => name === 'Brasília')?.rank).toBe(1);
});
