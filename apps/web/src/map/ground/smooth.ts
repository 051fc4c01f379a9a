import { type FlatLine, type Shape, shapeOf } from './topology.ts';

const rounds = 2;

/** Each shape is smoothed once, when it is first looked at from near. */
const done = new WeakMap<Shape, Shape>();

/**
 * The shape with its corners cut, twice, by Chaikin's rule: seen from near, a coast of half a kilometre's detail reads as a
 * coast and not as a polygon. Ends of a line stay; a ring, whose last point is its first, is cut there too.
 */
export function smoothed(shape: Shape): Shape {
  const known = done.get(shape);
  if (known) return known;
  let line = shape.line;
  for (let round = 0; round < rounds; round++) line = cutCorners(line);
  const smooth = shapeOf(line);
  done.set(shape, smooth);
  return smooth;
}

function cutCorners(line: FlatLine): FlatLine {
  const closed = line[0] === line.at(-2) && line[1] === line.at(-1);
  const points: number[] = closed ? [] : [line[0] ?? 0, line[1] ?? 0];
  for (let at = 2; at < line.length; at += 2) {
    const fromX = line[at - 2] ?? 0;
    const fromY = line[at - 1] ?? 0;
    const toX = line[at] ?? 0;
    const toY = line[at + 1] ?? 0;
    points.push(fromX * 0.75 + toX * 0.25, fromY * 0.75 + toY * 0.25);
    points.push(fromX * 0.25 + toX * 0.75, fromY * 0.25 + toY * 0.75);
  }
  if (closed) points.push(points[0] ?? 0, points[1] ?? 0);
  else points.push(line.at(-2) ?? 0, line.at(-1) ?? 0);
  return Float64Array.from(points);
}
