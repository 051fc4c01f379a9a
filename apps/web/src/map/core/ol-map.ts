import { defaults as defaultInteractions } from 'ol/interaction/defaults.js';
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js';
import OlMap from 'ol/Map.js';
import View from 'ol/View.js';
import type { MapStart } from '../map-api.ts';
import { mercatorX, mercatorY } from '../mercator.ts';
import { maxZoom, startView } from './map-start.ts';

export interface OlMapOptions {
  /**
   * The map is in something that scrolls: the wheel is the map's only while it has the focus. Else it is the map's
   * wherever the focus is.
   */
  readonly amongOthers?: boolean;
}

/** An OpenLayers map without layers or controls of its own. It rests on whole zooms, as clusters and tiles do. */
export function createOlMap(start: MapStart, { amongOthers = false }: OlMapOptions = {}): OlMap {
  const { latitude, longitude, zoom } = startView(start);
  return new OlMap({
    layers: [],
    controls: [],
    interactions: defaultInteractions({
      onFocusOnly: false,
      mouseWheelZoom: false,
      altShiftDragRotate: false,
      pinchRotate: false,
    }).extend([new MouseWheelZoom({ onFocusOnly: amongOthers })]),
    moveTolerance: 2,
    view: new View({
      center: [mercatorX(longitude), mercatorY(latitude)],
      zoom,
      maxZoom,
      constrainResolution: true,
      enableRotation: false,
      // One world at most: a vehicle has one place on the screen.
      multiWorld: false,
    }),
  });
}
