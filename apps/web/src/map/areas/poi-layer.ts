import type Feature from 'ol/Feature.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import KML from 'ol/format/KML.js';
import VectorImageLayer from 'ol/layer/VectorImage.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { layerOrder } from '../core/layer-order.ts';
import { areaColours } from './area-style.ts';
import type { GeofencePalette } from './geofence-layer.ts';

export interface PoiLayer {
  readonly layer: VectorImageLayer<VectorSource>;
  /** Shows what the text holds and gives how many places that is; throws when it is no layer of places. */
  setContent(text: string): number;
  setPalette(palette: GeofencePalette): void;
}

/** Names are written from this scale on, metres per pixel (zoom 12). */
const namedBelowResolution = 40;

/** Places of interest out of a file (MAP-16), drawn in our own style: a file's icons would be requested from anywhere. */
export function createPoiLayer(first: GeofencePalette): PoiLayer {
  const source = new VectorSource({ wrapX: false });
  const layer = new VectorImageLayer({
    source,
    imageRatio: 1.6,
    declutter: true,
    zIndex: layerOrder.places,
    className: 'map-places',
  });
  layer.setStyle(placeStyle(first));
  return {
    layer,
    setContent(text) {
      source.clear(true);
      const features = read(text);
      source.addFeatures(features);
      return features.length;
    },
    setPalette: (palette) => layer.setStyle(placeStyle(palette)),
  };
}

function read(text: string): Feature[] {
  const options = { featureProjection: 'EPSG:3857', dataProjection: 'EPSG:4326' };
  switch (poiFormatOf(text)) {
    case 'geojson':
      return new GeoJSON().readFeatures(text, options);
    case 'kml':
      return new KML({ extractStyles: false, showPointNames: false }).readFeatures(text, options);
    case null:
      throw new Error('the layer of places is neither KML nor GeoJSON');
  }
}

function placeStyle({ brand, land, name, halo }: GeofencePalette) {
  const { stroke, fill } = areaColours(brand, land);
  const point = new CircleStyle({
    radius: 5,
    fill: new Fill({ color: halo }),
    stroke: new Stroke({ color: stroke, width: 2.5 }),
  });
  const shape = new Style({
    image: point,
    stroke: new Stroke({ color: stroke, width: 2, lineDash: [6, 4] }),
    fill: new Fill({ color: fill }),
  });
  return (feature: { get(name: string): unknown }, resolution: number): Style[] => {
    const text = feature.get('name');
    if (typeof text !== 'string' || resolution > namedBelowResolution) return [shape];
    const label = new Text({
      text: text.length > 40 ? `${text.slice(0, 39)}…` : text,
      font: '500 12px "Inter Variable", Inter, system-ui, sans-serif',
      offsetY: 15,
      fill: new Fill({ color: name }),
      stroke: new Stroke({ color: halo, width: 3 }),
    });
    return [shape, new Style({ text: label })];
  };
}

/** Formats a layer of places may come in (MAP-16). */
type PoiFormat = 'kml' | 'geojson';

/** Detected from the content, whatever the address or the content type; null for anything else. */
export function poiFormatOf(text: string): PoiFormat | null {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (start.startsWith('{'))
    return /"type"\s*:\s*"(Feature|FeatureCollection|\w*(Point|LineString|Polygon)|GeometryCollection)"/.test(
      start,
    )
      ? 'geojson'
      : null;
  return start.startsWith('<') && /<(?:\w+:)?kml[\s>]/i.test(start) ? 'kml' : null;
}
