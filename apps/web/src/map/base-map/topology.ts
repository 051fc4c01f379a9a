import { mercatorX, mercatorY } from '../mercator.ts';

/** x, y, x, y … in EPSG:3857 metres. */
export type FlatLine = Float64Array;

/** A line or a closed ring with the box it is in. */
export interface Shape {
  readonly line: FlatLine;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

type Arcs = number | readonly Arcs[];

export interface TopologyGeometry {
  readonly type: string;
  readonly arcs?: readonly Arcs[];
  readonly geometries?: readonly TopologyGeometry[];
  readonly properties?: Readonly<Record<string, string>>;
}

/** TopoJSON with quantised arcs, as the shipped files are. */
export interface Topology {
  readonly arcs: readonly (readonly (readonly [number, number])[])[];
  readonly transform: {
    readonly scale: readonly [number, number];
    readonly translate: readonly [number, number];
  };
  readonly objects: Readonly<Record<string, TopologyGeometry>>;
}

/** Every line and ring of a geometry, projected. Rings of one polygon follow each other, holes after their outline. */
export function shapesOf(topology: Topology, geometry: TopologyGeometry): Shape[] {
  const arcs = topology.arcs.map((arc) => projectArc(arc, topology.transform));
  return chainsOf(geometry).map((chain) => shapeOf(joined(chain, arcs)));
}

export function shapeOf(line: FlatLine): Shape {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < line.length; at += 2) {
    const x = line[at] ?? 0;
    const y = line[at + 1] ?? 0;
    west = Math.min(west, x);
    east = Math.max(east, x);
    south = Math.min(south, y);
    north = Math.max(north, y);
  }
  return { line, west, south, east, north };
}

/** The lists of arc numbers in a geometry, however deep its type nests them. */
function chainsOf(geometry: TopologyGeometry): (readonly number[])[] {
  if (geometry.geometries) return geometry.geometries.flatMap(chainsOf);
  const chains: (readonly number[])[] = [];
  const collect = (arcs: readonly Arcs[]): void => {
    if (arcs.every((arc) => typeof arc === 'number')) chains.push(arcs);
    else for (const inner of arcs) if (typeof inner !== 'number') collect(inner);
  };
  collect(geometry.arcs ?? []);
  return chains;
}

/** Arcs are stored as steps of a grid of degrees. */
function projectArc(arc: Topology['arcs'][number], { scale, translate }: Topology['transform']): FlatLine {
  const line = new Float64Array(arc.length * 2);
  let column = 0;
  let row = 0;
  arc.forEach(([right, up], point) => {
    column += right;
    row += up;
    line[point * 2] = mercatorX(column * scale[0] + translate[0]);
    line[point * 2 + 1] = mercatorY(row * scale[1] + translate[1]);
  });
  return line;
}

/** Arc ~n is arc n backwards; each next arc starts where the last ended, and that point is kept once. */
function joined(chain: readonly number[], arcs: readonly FlatLine[]): FlatLine {
  const points: number[] = [];
  for (const number of chain) {
    const arc = arcs[number < 0 ? ~number : number] ?? new Float64Array(0);
    const pointCount = arc.length / 2;
    for (let step = points.length > 0 ? 1 : 0; step < pointCount; step++) {
      const point = number < 0 ? pointCount - 1 - step : step;
      points.push(arc[point * 2] ?? 0, arc[point * 2 + 1] ?? 0);
    }
  }
  return Float64Array.from(points);
}
