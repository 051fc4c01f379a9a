/**
 * The base map that the product ships (`apps/web/src/map/geodata`, whose README names its sources), as a report draws it:
 * land, states, borders and towns in degrees.
 */
import { readFileSync } from 'node:fs';

/** Longitude, latitude, longitude, latitude … */
export type Line = readonly number[];

export interface Town {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** 1 is a metropolis, 6 a small town. */
  readonly rank: number;
}

export interface BaseMap {
  /** Rings, holes among them. */
  readonly land: readonly Line[];
  readonly states: readonly Line[];
  readonly stateBorders: readonly Line[];
  readonly borders: readonly Line[];
  readonly streets: readonly Line[];
  readonly towns: readonly Town[];
}

type Arcs = number | readonly Arcs[];

interface Geometry {
  readonly arcs?: readonly Arcs[];
  readonly geometries?: readonly Geometry[];
}

/** TopoJSON with quantised arcs: each point is a step from the one before, in a grid of degrees. */
interface Topology {
  readonly arcs: readonly (readonly (readonly [number, number])[])[];
  readonly transform: { readonly scale: readonly number[]; readonly translate: readonly number[] };
  readonly objects: Readonly<Record<string, Geometry>>;
}

const folder = new URL('../../../../../web/src/map/geodata/', import.meta.url);

export function readBaseMap(): BaseMap {
  const read = <T>(name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as T;
  const world = read<Topology>('world.json');
  const brazil = read<Topology>('brazil.json');
  const { cities } = read<{ cities: readonly [string, number, number, number][] }>('cities.json');
  const { streets } = read<{ streets: readonly (readonly number[])[] }>('streets.json');
  return {
    land: linesOf(world, 'land'),
    borders: linesOf(world, 'borders'),
    states: linesOf(brazil, 'states'),
    stateBorders: linesOf(brazil, 'stateBorders'),
    // latitude first in the file
    streets: streets.map((street) => street.map((_, at) => street[at ^ 1] ?? 0)),
    towns: cities.map(([name, latitude, longitude, rank]) => ({ name, latitude, longitude, rank })),
  };
}

function linesOf(topology: Topology, name: string): Line[] {
  const arcs = topology.arcs.map((arc) => unpack(arc, topology.transform));
  const geometry = topology.objects[name];
  return geometry ? chainsOf(geometry).map((chain) => joined(chain, arcs)) : [];
}

function unpack(arc: Topology['arcs'][number], { scale, translate }: Topology['transform']): number[] {
  let [column, row] = [0, 0];
  return arc.flatMap(([right, up]) => {
    column += right;
    row += up;
    return [column * (scale[0] ?? 1) + (translate[0] ?? 0), row * (scale[1] ?? 1) + (translate[1] ?? 0)];
  });
}

/** The lists of arc numbers in a geometry, however deep its type nests them. */
function chainsOf(geometry: Geometry): (readonly number[])[] {
  const nested = (arcs: readonly Arcs[]): (readonly number[])[] =>
    arcs.every((arc) => typeof arc === 'number')
      ? [arcs]
      : arcs.flatMap((arc) => (typeof arc === 'number' ? [] : nested(arc)));
  return geometry.geometries ? geometry.geometries.flatMap(chainsOf) : nested(geometry.arcs ?? []);
}

/** Arc ~n is arc n backwards; each next arc starts where the last ended, and that point is kept once. */
function joined(chain: readonly number[], arcs: readonly Line[]): Line {
  const points: number[] = [];
  for (const number of chain) {
    const arc = arcs[number < 0 ? ~number : number] ?? [];
    const count = arc.length / 2;
    for (let step = points.length > 0 ? 1 : 0; step < count; step++) {
      const point = number < 0 ? count - 1 - step : step;
      points.push(arc[point * 2] ?? 0, arc[point * 2 + 1] ?? 0);
    }
  }
  return points;
}
