import { defaults as defaultInteractions } from 'ol/interaction/defaults.js';
import OlMap from 'ol/Map.js';
import View from 'ol/View.js';
import type { MapStart } from '../map-api.ts';
import { mercatorX, mercatorY } from '../mercator.ts';
import { maxZoom, startView } from './map-start.ts';

/** The one OpenLayers map, without layers or controls of its own. It rests on whole zooms, as clusters and tiles do. */
export function createOlMap(start: MapStart): OlMap {
  const { latitude, longitude, zoom } = startView(start);
  return new OlMap({
    layers: [],
    controls: [],
    // The wheel is the map's wherever the focus is: there is nothing else on the page to scroll with it.
    interactions: defaultInteractions({ onFocusOnly: false, altShiftDragRotate: false, pinchRotate: false }),
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
