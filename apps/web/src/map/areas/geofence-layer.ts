import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Polygon from 'ol/geom/Polygon.js';
import VectorImageLayer from 'ol/layer/VectorImage.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { layerOrder } from '../core/layer-order.ts';
import { areaColours, corridor, outlinedArea } from './area-style.ts';
import type { GeofenceShape } from './geofence-shape.ts';

export interface GeofencePalette {
  /** `#rrggbb` of a geofence without a colour of its own. */
  readonly brand: string;
  /** `#rrggbb` of the land that is below. */
  readonly land: string;
  readonly name: string;
  /** Round a name. */
  readonly halo: string;
}

export interface GeofenceLayer {
  readonly layer: VectorImageLayer<VectorSource>;
  setShapes(shapes: readonly GeofenceShape[]): void;
  setPalette(palette: GeofencePalette): void;
}

/** A name is written in an area at least this wide, pixels. */
const leastNamedPixels = 56;
const nameFont = '600 12px "Inter Variable", Inter, system-ui, sans-serif';

/**
 * Geofences as one picture, drawn when the view comes to rest and moved with the map until then: thousands of them cost a
 * drag nothing.
 */
export function createGeofenceLayer(first: GeofencePalette): GeofenceLayer {
  const source = new VectorSource<Feature<Polygon | LineString>>({ wrapX: false });
  let palette = first;

  function restyle(): void {
    for (const feature of source.getFeatures()) {
      const shape: GeofenceShape = feature.get('shape');
      feature.setStyle(styleOf(shape, palette));
    }
  }

  return {
    layer: new VectorImageLayer({
      source,
      imageRatio: 1.6,
      declutter: true,
      zIndex: layerOrder.geofences,
      className: 'map-geofences',
    }),
    setShapes(shapes) {
      source.clear(true);
      source.addFeatures(
        shapes.map((shape) => {
          const points = [...shape.outline];
          const feature = new Feature<Polygon | LineString>({
            geometry: shape.area.kind === 'line' ? new LineString(points) : new Polygon([points]),
            shape,
          });
          feature.setStyle(styleOf(shape, palette));
          return feature;
        }),
      );
    },
    setPalette(next) {
      palette = next;
      restyle();
    },
  };
}

/** Made once a geofence; what depends on the scale is set each time it is drawn. */
function styleOf(shape: GeofenceShape, palette: GeofencePalette) {
  const colours = areaColours(shape.colour ?? palette.brand, palette.land);
  const name = new Style({ text: nameOf(shape, palette) });
  const drawn = shape.area.kind === 'line' ? corridor(shape, colours) : outlinedArea(colours);
  const [west, south, east, north] = shape.extent;
  const size = Math.max(east - west, (north - south) / 2);
  return (_: unknown, resolution: number): Style[] => {
    const styles = drawn(resolution);
    return size / resolution < leastNamedPixels ? styles : [...styles, name];
  };
}

function nameOf({ name, area }: GeofenceShape, { name: colour, halo }: GeofencePalette): Text {
  return new Text({
    text: name.length > 40 ? `${name.slice(0, 39)}…` : name,
    font: nameFont,
    fill: new Fill({ color: colour }),
    stroke: new Stroke({ color: halo, width: 3 }),
    placement: area.kind === 'line' ? 'line' : 'point',
    overflow: area.kind !== 'line',
  });
}
