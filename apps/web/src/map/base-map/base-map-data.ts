import { mercatorX, mercatorY } from '../mercator.ts';
import { type Shape, shapeOf, shapesOf, type Topology } from './topology.ts';

/** A town, best rank first: 1 is a metropolis or Brasília, 6 the smallest that is kept. */
export interface Town {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly rank: number;
}

export interface BrazilianState {
  readonly code: string;
  readonly name: string;
  /** Middle of its largest part. */
  readonly x: number;
  readonly y: number;
}

/** The shipped map, projected once. `map/geodata/README.md` shows where it comes from. */
export interface BaseMapData {
  readonly land: readonly Shape[];
  readonly brazil: readonly Shape[];
  readonly borders: readonly Shape[];
  readonly stateBorders: readonly Shape[];
  readonly towns: readonly Town[];
  readonly states: readonly BrazilianState[];
  readonly streets: readonly Shape[];
}

export interface BaseMapFiles {
  readonly world: Topology;
  readonly brazil: Topology;
  readonly cities: { readonly cities: readonly TownRow[] };
  /** Each street as latitude, longitude, latitude, longitude … */
  readonly streets: { readonly streets: readonly (readonly number[])[] };
}

type TownRow = readonly [name: string, latitude: number, longitude: number, rank: number, country: string];

export function createBaseMapData({ world, brazil, cities, streets }: BaseMapFiles): BaseMapData {
  return {
    land: shapesIn(world, 'land'),
    brazil: shapesIn(brazil, 'states'),
    borders: shapesIn(world, 'borders'),
    stateBorders: shapesIn(brazil, 'stateBorders'),
    towns: cities.cities.map(([name, latitude, longitude, rank]) => ({
      name,
      x: mercatorX(longitude),
      y: mercatorY(latitude),
      rank,
    })),
    states: statesOf(brazil),
    streets: streets.streets.map(streetOf),
  };
}

function streetOf(places: readonly number[]): Shape {
  const line = new Float64Array(places.length);
  for (let at = 0; at < places.length; at += 2) {
    line[at] = mercatorX(places[at + 1] ?? 0);
    line[at + 1] = mercatorY(places[at] ?? 0);
  }
  return shapeOf(line);
}

function shapesIn(topology: Topology, name: string): Shape[] {
  const geometry = topology.objects[name];
  return geometry ? shapesOf(topology, geometry) : [];
}

function statesOf(brazil: Topology): BrazilianState[] {
  const geometries = brazil.objects.states?.geometries ?? [];
  return geometries.map((geometry) => {
    const parts = shapesOf(brazil, geometry).map((shape) => middleOf(shape));
    const largest = parts.reduce((best, part) => (part.area > best.area ? part : best));
    return {
      code: geometry.properties?.code ?? '',
      name: geometry.properties?.name ?? '',
      x: largest.x,
      y: largest.y,
    };
  });
}

/** Centroid of a ring and its area, by the shoelace formula about the ring's first point. */
function middleOf({ line }: Shape): { readonly x: number; readonly y: number; readonly area: number } {
  const originX = line[0] ?? 0;
  const originY = line[1] ?? 0;
  let [twiceArea, sumX, sumY] = [0, 0, 0];
  for (let at = 2; at < line.length; at += 2) {
    const fromX = (line[at - 2] ?? 0) - originX;
    const fromY = (line[at - 1] ?? 0) - originY;
    const toX = (line[at] ?? 0) - originX;
    const toY = (line[at + 1] ?? 0) - originY;
    const cross = fromX * toY - toX * fromY;
    twiceArea += cross;
    sumX += (fromX + toX) * cross;
    sumY += (fromY + toY) * cross;
  }
  const scale = twiceArea === 0 ? 0 : 1 / (3 * twiceArea);
  return { x: originX + sumX * scale, y: originY + sumY * scale, area: Math.abs(twiceArea / 2) };
}
