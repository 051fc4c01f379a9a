import { destination, distanceMetres } from '@atalaia/domain/geo/geometry';
import Point from 'ol/geom/Point.js';
import Polygon from 'ol/geom/Polygon.js';
import { expect, test } from 'vitest';
import { mercatorX, mercatorY } from '../mercator.ts';
import { handlesOf } from './area-handles.ts';

const centre = { latitude: -3.7319, longitude: -38.5267 };
const pointOf = ({ latitude, longitude }: typeof centre) => [mercatorX(longitude), mercatorY(latitude)];

function circleParts(radiusMetres: number) {
  const handles = handlesOf({ kind: 'circle', centre, radiusMetres });
  const points = handles.handles.map((feature) => feature.getGeometry());
  const [middle, edge] = points;
  if (!(middle instanceof Point) || !(edge instanceof Point)) throw new Error('no handles');
  return { handles, middle, edge };
}

test('[GEO-01] a circle moved by its centre keeps its radius on the ground, and its edge goes along', () => {
  const { handles, middle, edge } = circleParts(250);
  const place = { latitude: 41.15, longitude: -8.61 };
  middle.setCoordinates(pointOf(place));
  const area = handles.read();
  if (area?.kind !== 'circle') throw new Error('no circle');
  expect(area.centre).toEqual(place);
  expect(area.radiusMetres).toBeCloseTo(250, 0);
  expect(edge.getCoordinates()[1]).toBeCloseTo(mercatorY(place.latitude), -1);
});

test('[GEO-01] a circle’s edge changes its radius, and the outline follows', () => {
  const { handles, edge } = circleParts(250);
  edge.setCoordinates(pointOf(destination(centre, 200, 900)));
  const area = handles.read();
  if (area?.kind !== 'circle') throw new Error('no circle');
  expect(area.centre).toEqual(centre);
  expect(area.radiusMetres).toBeCloseTo(900, 0);
  const outline = handles.features[0]?.getGeometry();
  if (!(outline instanceof Polygon)) throw new Error('no outline');
  const [, south = 0, , north = 0] = outline.getExtent();
  const height = north - south;
  expect(height * Math.cos((centre.latitude * Math.PI) / 180)).toBeCloseTo(
    1800 * (6_378_137 / 6_371_008.8),
    -1,
  );
});

test('[GEO-01] corners drawn onto one another are no area, others are read as they lie', () => {
  const corners = [centre, destination(centre, 0, 100), destination(centre, 90, 100)];
  const { handles, read } = handlesOf({ kind: 'polygon', corners });
  const polygon = handles[0]?.getGeometry();
  if (!(polygon instanceof Polygon)) throw new Error('no polygon');
  const moved = destination(centre, 45, 300);
  polygon.setCoordinates([
    [corners[0], moved, corners[2], corners[0]].map((place) => pointOf(place ?? centre)),
  ]);
  const area = read();
  if (area?.kind !== 'polygon') throw new Error('no polygon');
  expect(area.corners).toHaveLength(3);
  expect(distanceMetres(area.corners[1] ?? centre, moved)).toBeLessThan(0.2);
  polygon.setCoordinates([[centre, centre, moved, centre].map(pointOf)]);
  expect(read()).toBeUndefined();
});
