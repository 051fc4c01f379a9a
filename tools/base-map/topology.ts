/** TopoJSON read back, as far as the base map uses it: rings and lines in [longitude, latitude]. */

interface Geometry {
  readonly type: string;
  readonly properties?: Readonly<Record<string, string>>;
  readonly arcs?: readonly unknown[];
  readonly geometries?: readonly Geometry[];
}

export interface Topology {
  readonly transform: { readonly scale: readonly number[]; readonly translate: readonly number[] };
  readonly arcs: readonly (readonly (readonly number[])[])[];
  readonly objects: Readonly<Record<string, Geometry>>;
}

export type Line = [longitude: number, latitude: number][];

export interface Shape {
  readonly properties: Readonly<Record<string, string>>;
  readonly lines: readonly Line[];
}

/** Steps from point to point, in whole units of the transform. */
function arcPoints({ transform, arcs }: Topology, index: number): Line {
  const [scaleX = 1, scaleY = 1] = transform.scale;
  const [left = 0, bottom = 0] = transform.translate;
  let [x, y] = [0, 0];
  return (arcs[index] ?? []).map(([stepX = 0, stepY = 0]) => {
    x += stepX;
    y += stepY;
    return [x * scaleX + left, y * scaleY + bottom];
  });
}

/** Arcs one after another; a negative index is the arc of its complement, backwards. */
function joined(topology: Topology, indices: readonly number[]): Line {
  return indices.flatMap((index, position) => {
    const points = index < 0 ? arcPoints(topology, ~index).reverse() : arcPoints(topology, index);
    return position === 0 ? points : points.slice(1);
  });
}

function linesOf(topology: Topology, arcs: readonly unknown[]): Line[] {
  if (typeof arcs[0] === 'number') return [joined(topology, arcs as readonly number[])];
  return (arcs as readonly (readonly unknown[])[]).flatMap((part) => linesOf(topology, part));
}

/** The shapes of an object: those of a collection, or the one that it is. */
export function shapesOf(topology: Topology, object: string): readonly Shape[] {
  const found = topology.objects[object];
  if (found === undefined) throw new Error(`no object ${object}`);
  return (found.geometries ?? [found]).map(({ properties = {}, arcs = [] }) => ({
    properties,
    lines: linesOf(topology, arcs),
  }));
}
