/** Draws a new area by clicks: a circle by its centre and its edge, a polygon and a line by their corners. */
import type { GeofenceArea } from '@atalaia/domain/geo/geofence-area';
import { distanceMetres } from '@atalaia/domain/geo/geometry';
import { never, noModifierKeys, primaryAction } from 'ol/events/condition.js';
import LineString from 'ol/geom/LineString.js';
import Polygon from 'ol/geom/Polygon.js';
import type SimpleGeometry from 'ol/geom/SimpleGeometry.js';
import Draw from 'ol/interaction/Draw.js';
import { circleOutline } from '../areas/area-outline.ts';
import { drawnCircle, drawnLine, drawnPlace, drawnPolygon } from './drawn-area.ts';
import type { SketchStyles } from './sketch-style.ts';

export type AreaKind = GeofenceArea['kind'];

/** The area as it would be if the person let go now, null where that is none; undefined while nothing is under way. */
export type AreaProgress = GeofenceArea | null | undefined;

export interface AreaPenParts {
  readonly kind: AreaKind;
  readonly styles: SketchStyles;
  readonly onProgress: (progress: AreaProgress) => void;
  readonly onDrawn: (area: GeofenceArea) => void;
}

export interface AreaPen {
  readonly interaction: Draw;
  /** Takes the last point back; false when nothing is under way. */
  undo(): boolean;
  /** Ends what is under way as it is drawn so far; false when that is no area yet, or nothing is. */
  finish(): boolean;
  /** Lets go of what is under way; false when nothing is. */
  abort(): boolean;
}

export function createAreaPen({ kind, styles, onProgress, onDrawn }: AreaPenParts): AreaPen {
  let circle: GeofenceArea | undefined;
  let underWay = false;
  let sketched: SimpleGeometry | undefined;

  const interaction = new Draw({
    ...typeOf(kind),
    style: (feature, resolution) => styles.shape(feature, resolution),
    // a held Shift looks closer, as everywhere on the map
    freehandCondition: never,
    condition: (event) => noModifierKeys(event) && primaryAction(event),
    // the click that ends an area selects nothing and looks no closer
    stopClick: true,
  });

  function typeOf(kind: AreaKind) {
    if (kind === 'polygon') return { type: 'Polygon' as const };
    if (kind === 'line') return { type: 'LineString' as const };
    return { type: 'Circle' as const, geometryFunction: growCircle };
  }

  /** The drawing library's own circle is one of the map and not of the ground. */
  function growCircle(points: unknown, geometry?: SimpleGeometry): SimpleGeometry {
    const [centre = [], edge = centre] = points as number[][];
    const middle = drawnPlace(centre);
    circle = drawnCircle(centre, edge);
    const outline = circleOutline(middle, Math.max(0.1, distanceMetres(middle, drawnPlace(edge))));
    if (!(geometry instanceof Polygon)) return new Polygon([outline]);
    geometry.setCoordinates([outline]);
    return geometry;
  }

  function areaOf(geometry: unknown): GeofenceArea | undefined {
    if (kind === 'circle') return circle;
    if (geometry instanceof Polygon) return drawnPolygon(geometry.getCoordinates()[0] ?? []);
    return geometry instanceof LineString ? drawnLine(geometry.getCoordinates()) : undefined;
  }

  function end(): void {
    underWay = false;
    sketched = undefined;
    onProgress(undefined);
  }

  interaction.on('drawstart', ({ feature }) => {
    underWay = true;
    sketched = feature.getGeometry() as SimpleGeometry | undefined;
    onProgress(null);
    feature.set('round', kind === 'circle');
    feature.getGeometry()?.on('change', ({ target }) => onProgress(areaOf(target) ?? null));
  });
  interaction.on('drawabort', end);
  interaction.on('drawend', ({ feature }) => {
    const area = areaOf(feature.getGeometry());
    end();
    if (area) onDrawn(area);
  });

  return {
    interaction,
    undo() {
      if (!underWay) return false;
      interaction.removeLastPoint();
      return true;
    },
    finish() {
      if (!underWay || kind === 'circle' || pointsSet(sketched) < (kind === 'polygon' ? 3 : 2)) return false;
      interaction.finishDrawing();
      return true;
    },
    abort() {
      if (!underWay) return false;
      interaction.abortDrawing();
      return true;
    },
  };
}

/** Corners that were clicked: the last one is where the pointer is, and a polygon ends where it begins. */
function pointsSet(sketched: SimpleGeometry | undefined): number {
  if (sketched instanceof LineString) return sketched.getCoordinates().length - 1;
  return sketched instanceof Polygon ? (sketched.getCoordinates()[0]?.length ?? 0) - 2 : 0;
}
