/** What a person takes hold of to change an area: corners of a polygon or line, centre and edge of a circle. */
import type { GeofenceArea } from '@atalaia/domain/geo/geofence-area';
import { destination, distanceMetres } from '@atalaia/domain/geo/geometry';
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import Polygon from 'ol/geom/Polygon.js';
import { areaOutline, circleOutline } from '../areas/area-outline.ts';
import { mercatorX, mercatorY } from '../mercator.ts';
import { drawnCircle, drawnLine, drawnPlace, drawnPolygon } from './drawn-area.ts';
import { roundFeature } from './sketch-style.ts';

export interface AreaHandles {
  /** All that is drawn. */
  readonly features: readonly Feature[];
  /** Those of them that can be taken hold of. */
  readonly handles: readonly Feature[];
  /** The area as its handles are now; undefined when that is none. */
  read(): GeofenceArea | undefined;
}

/** The edge is taken hold of in the east. */
const edgeCourse = 90;

export function handlesOf(area: GeofenceArea): AreaHandles {
  if (area.kind === 'circle') return circleHandles(area);
  const outline = areaOutline(area);
  if (area.kind === 'line') {
    const line = new LineString(outline);
    const features = [new Feature(line)];
    return { features, handles: features, read: () => drawnLine(line.getCoordinates()) };
  }
  const polygon = new Polygon([outline]);
  const features = [new Feature(polygon)];
  return { features, handles: features, read: () => drawnPolygon(polygon.getCoordinates()[0] ?? []) };
}

/** The centre moved takes the whole circle along, the edge moved changes its radius; the outline follows. */
function circleHandles({ centre, radiusMetres }: Extract<GeofenceArea, { kind: 'circle' }>): AreaHandles {
  let metres = radiusMetres;
  let following = false;
  const middle = new Point([mercatorX(centre.longitude), mercatorY(centre.latitude)]);
  const edge = new Point(edgePoint());
  const outline = new Polygon([circleOutline(centre, metres)]);
  const shape = new Feature(outline);
  shape.set(roundFeature, true);

  function placeOf(point: Point) {
    return drawnPlace(point.getCoordinates());
  }

  function edgePoint(): number[] {
    const from = drawnPlace(middle.getCoordinates());
    const { latitude, longitude } = destination(from, edgeCourse, metres);
    return [mercatorX(longitude), mercatorY(latitude)];
  }

  function redraw(): void {
    outline.setCoordinates([circleOutline(placeOf(middle), metres)]);
  }

  middle.on('change', () => {
    following = true;
    edge.setCoordinates(edgePoint());
    following = false;
    redraw();
  });
  edge.on('change', () => {
    if (following) return;
    metres = distanceMetres(placeOf(middle), placeOf(edge));
    redraw();
  });

  const handles = [new Feature(middle), new Feature(edge)];
  return {
    features: [shape, ...handles],
    handles,
    read: () => drawnCircle(middle.getCoordinates(), edge.getCoordinates()),
  };
}
