/** How the area that is drawn or changed looks: as it will be on the live map, and with its corners to take hold of. */
import type Feature from 'ol/Feature.js';
import type { FeatureLike } from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import MultiPoint from 'ol/geom/MultiPoint.js';
import Polygon from 'ol/geom/Polygon.js';
import Circle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { type AreaColours, areaColours, type CorridorWidth, corridorWidth } from '../areas/area-style.ts';
import type { GeofencePalette } from '../areas/geofence-layer.ts';
import { latitudeOf } from '../mercator.ts';

export interface SketchLook {
  /** `#rrggbb`; null for the brand's. */
  readonly colour: string | null;
  /** Half the width of a line. */
  readonly halfWidthMetres: number;
}

export interface SketchStyles {
  /** Of the area, and of what is being drawn. */
  readonly shape: (feature: FeatureLike, resolution: number) => Style[];
  /** Of the point under the pointer. */
  readonly point: Style;
}

/** A circle's outline is many corners that nobody takes hold of. */
export const roundFeature = 'round';

export function sketchStyles(
  { colour, halfWidthMetres }: SketchLook,
  palette: GeofencePalette,
): SketchStyles {
  const colours = areaColours(colour ?? palette.brand, palette.land);
  const outlined = outlinedArea(colours);
  const point = dot(palette, colours.stroke, 6);
  const corners = dot(palette, colours.stroke, 5);
  corners.setGeometry((feature) => cornersOf(feature));

  function shape(feature: FeatureLike, resolution: number): Style[] {
    const geometry = feature.getGeometry();
    if (geometry instanceof LineString) {
      const [, y = 0] = geometry.getFirstCoordinate() ?? [];
      const look = { halfWidthMetres, latitude: latitudeOf(y) };
      return [...corridor(look, colours, resolution), corners];
    }
    if (geometry instanceof Polygon) {
      return feature.get(roundFeature) ? outlined : [...outlined, corners];
    }
    return [point];
  }

  return { shape, point };
}

function dot({ halo }: GeofencePalette, stroke: string, radius: number): Style {
  const image = new Circle({
    radius,
    fill: new Fill({ color: halo }),
    stroke: new Stroke({ color: stroke, width: 2.5 }),
  });
  return new Style({ image, zIndex: 1 });
}

function cornersOf(feature: FeatureLike): MultiPoint | undefined {
  const geometry = (feature as Feature).getGeometry();
  if (geometry instanceof LineString) return new MultiPoint(geometry.getCoordinates());
  if (geometry instanceof Polygon) return new MultiPoint(geometry.getCoordinates()[0] ?? []);
  return undefined;
}

/** A surface with its boundary. */
function outlinedArea({ stroke, fill }: AreaColours): Style[] {
  return [new Style({ stroke: new Stroke({ color: stroke, width: 2 }), fill: new Fill({ color: fill }) })];
}

/** As wide as it is on the ground, with the line itself in it. */
function corridor(width: CorridorWidth, { stroke, fill }: AreaColours, resolution: number): Style[] {
  const round = { lineCap: 'round', lineJoin: 'round' } as const;
  return [
    new Style({ stroke: new Stroke({ color: fill, width: corridorWidth(width, resolution), ...round }) }),
    new Style({ stroke: new Stroke({ color: stroke, width: 2, ...round }) }),
  ];
}
