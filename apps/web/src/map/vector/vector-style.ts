/**
 * How vector tiles are drawn, in the colours of the theme: areas, water, roads by their rank, borders, buildings and names. It
 * reads the schema of Protomaps' base map (versions 3 and 4) and that of OpenMapTiles, whose words differ.
 */
import type { FeatureLike } from 'ol/Feature.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style, { type StyleFunction } from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { BaseMapColours } from '../base-map/base-map-style.ts';

/** What a feature is, by either schema. */
interface Words {
  readonly layer: string;
  readonly kind: string;
  readonly detail: string;
}

const wordsOf = (feature: FeatureLike): Words => {
  const text = (...names: readonly string[]) => {
    for (const name of names) {
      const value: unknown = feature.get(name);
      if (typeof value === 'string') return value;
    }
    return '';
  };
  return {
    layer: text('layer'),
    kind: text('kind', 'pmap:kind', 'class'),
    detail: text('kind_detail', 'pmap:kind_detail', 'subclass'),
  };
};

/** Portuguese where the map has it, and the place's own name where not (TILE-01); English likewise. */
export function nameOf(feature: FeatureLike, language: string): string {
  const keys = language === 'en' ? ['name:en', 'name'] : ['name:pt-BR', 'name:pt', 'name'];
  for (const key of keys) {
    const value: unknown = feature.get(key);
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}

/** 5 is a motorway, 0 a path. */
const ranks: Readonly<Record<string, number>> = {
  ...{ motorway: 5, trunk: 5, highway: 5, primary: 4, major_road: 4, secondary: 3, medium_road: 3 },
  ...{ tertiary: 3, minor: 2, minor_road: 2, residential: 2, unclassified: 2, street: 2 },
  ...{ service: 1, track: 1, living_street: 1, other: 1, path: 0, pedestrian: 0, footway: 0 },
};

function rankOf({ kind, detail }: Words): number {
  const byDetail = ranks[detail];
  const byKind = ranks[kind];
  if (byKind === undefined) return byDetail ?? 1;
  return byDetail ?? byKind;
}

/** Pixels of a road at zooms 6, 10, 14 and 18, by its rank. */
const widths: readonly (readonly [number, number, number, number])[] = [
  [0, 0, 0.6, 3],
  [0, 0, 0.8, 6],
  [0, 0.3, 1.8, 12],
  [0, 0.7, 3, 16],
  [0.5, 1.1, 4, 19],
  [0.8, 1.8, 5, 24],
];

export function roadWidth(rank: number, zoom: number): number {
  const steps = widths[rank] ?? widths[1];
  const at = Math.min(Math.max((zoom - 6) / 4, 0), 3);
  const step = Math.min(Math.floor(at), 2);
  const [from = 0, to = 0] = [steps?.[step], steps?.[step + 1]];
  return from + (to - from) * (at - step);
}

/** From which zoom on a road bears its name. */
const namedFrom: readonly number[] = [17, 16, 15, 14, 13, 11];

const green = new Set([
  ...['park', 'forest', 'wood', 'nature_reserve', 'national_park', 'protected_area', 'grass', 'grassland'],
  ...['garden', 'golf_course', 'recreation_ground', 'cemetery', 'pitch', 'scrub', 'meadow', 'farmland'],
  ...['village_green', 'zoo', 'orchard', 'public_park'],
]);
const built = new Set([
  ...['residential', 'urban_area', 'commercial', 'industrial', 'retail', 'railway', 'aerodrome', 'military'],
  ...['hospital', 'school', 'university', 'college', 'pedestrian', 'neighbourhood'],
]);

/** Size and first zoom of a place's name. */
const places: Readonly<Record<string, readonly [pixels: number, from: number]>> = {
  ...{ country: [13, 2], region: [11.5, 5], state: [11.5, 5], city: [14, 5], town: [12.5, 9] },
  ...{ village: [12, 12], hamlet: [11, 14], locality: [12, 10], suburb: [11.5, 12], quarter: [11, 13] },
  ...{ macrohood: [11.5, 12], neighbourhood: [11, 14], island: [11, 12] },
};

const font = (pixels: number, weight = 500) => `${weight} ${pixels}px "Inter Variable", Inter, sans-serif`;
/** Zoom at a resolution of the view, in tiles of 256 pixels. */
const zoomAt = (resolution: number) => Math.log2(156_543.033_93 / resolution);

/** What covers what: areas, water, buildings, casings, roads, borders. */
const above = { earth: 0, landcover: 1, landuse: 2, water: 3, building: 4, casing: 10, road: 20, border: 40 };

/** What is drawn with, each kept once it is made. */
function createPens(colours: BaseMapColours) {
  const styles = new Map<string, Style>();
  const known = (key: string, make: () => Style): Style => {
    const style = styles.get(key) ?? make();
    styles.set(key, style);
    return style;
  };
  const area = (key: keyof typeof above, colour: string) =>
    known(
      `area ${key} ${colour}`,
      () => new Style({ fill: new Fill({ color: colour }), zIndex: above[key] }),
    );
  const line = (zIndex: number, colour: string, width: number, dash?: number[]) => {
    const pixels = Math.round(width * 10) / 10;
    return known(`line ${zIndex} ${colour} ${pixels}`, () => {
      const stroke = { color: colour, width: pixels, lineCap: 'round', lineJoin: 'round' } as const;
      return new Style({ stroke: new Stroke(dash ? { ...stroke, lineDash: dash } : stroke), zIndex });
    });
  };
  const label = (text: string, pixels: number, colour: string, placement: 'point' | 'line', zIndex: number) =>
    // not kept: names are many, and OpenLayers keeps what it made of one
    new Style({
      zIndex,
      text: new Text({
        text,
        font: font(pixels),
        placement,
        overflow: false,
        fill: new Fill({ color: colour }),
        stroke: new Stroke({ color: colours.halo, width: 3 }),
        ...(placement === 'point' && { padding: [3, 6, 3, 6] }),
      }),
    });
  return { area, line, label };
}

export function createVectorStyle(colours: BaseMapColours, language: string): StyleFunction {
  const { area, line, label } = createPens(colours);

  function road(feature: FeatureLike, words: Words, zoom: number): Style[] {
    if (words.kind === 'rail' || words.kind === 'transit')
      return zoom < 11 ? [] : [line(above.road - 1, colours.border, zoom < 15 ? 0.8 : 1.4, [6, 4])];
    const rank = rankOf(words);
    const width = roadWidth(rank, zoom);
    if (width < 0.3) return [];
    const drawn = [line(above.road + rank, rank >= 5 ? colours.motorway : colours.road, width)];
    if (rank === 0) return [line(above.road, colours.roadEdge, Math.max(0.8, width / 2), [2, 4])];
    if (width >= 2) drawn.unshift(line(above.casing + rank, colours.roadEdge, width + 1.6));
    return zoom >= (namedFrom[rank] ?? 16) ? [...drawn, ...roadName(feature, zoom)] : drawn;
  }

  function roadName(feature: FeatureLike, zoom: number): Style[] {
    const name = nameOf(feature, language);
    if (!name) return [];
    return [label(name, zoom >= 16 ? 12 : 11, colours.name, 'line', 60)];
  }

  function place(feature: FeatureLike, words: Words, zoom: number): Style[] {
    const [pixels, from] = places[words.detail] ?? places[words.kind] ?? [11, 13];
    const name = nameOf(feature, language);
    if (!name || zoom < from || (words.kind === 'country' && zoom > 7)) return [];
    const isFaint = pixels < 12;
    return [label(name, pixels, isFaint ? colours.faintName : colours.name, 'point', 100 + pixels)];
  }

  function point(feature: FeatureLike, zoom: number, from: number): Style[] {
    const name = zoom >= from ? nameOf(feature, language) : '';
    return name ? [label(name, 11, colours.faintName, 'point', 50)] : [];
  }

  function houseNumber(feature: FeatureLike, zoom: number): Style[] {
    const number: unknown = feature.get('addr_housenumber') ?? feature.get('housenumber');
    if (zoom < 17 || (typeof number !== 'string' && typeof number !== 'number')) return [];
    return [label(String(number), 10, colours.faintName, 'point', 40)];
  }

  function border(feature: FeatureLike, words: Words): Style[] {
    const level = Number(feature.get('admin_level') ?? feature.get('pmap:min_admin_level') ?? 0);
    const isCountry = words.kind === 'country' || (level > 0 && level <= 2);
    if (!isCountry && words.kind !== 'region' && words.kind !== '' && level > 4) return [];
    return [line(above.border, isCountry ? colours.border : colours.stateBorder, isCountry ? 1.4 : 0.8)];
  }

  return (feature, resolution) => {
    const words = wordsOf(feature);
    const zoom = zoomAt(resolution);
    const form = feature.getGeometry()?.getType() ?? '';
    const isPoint = form.endsWith('Point');
    switch (words.layer) {
      case 'earth':
        return isPoint ? point(feature, zoom, 10) : [area('earth', colours.land)];
      case 'landcover':
      case 'landuse':
      case 'natural':
      case 'park':
        if (isPoint) return point(feature, zoom, 14);
        if (words.layer === 'park' || green.has(words.kind)) return [area('landuse', colours.park)];
        return built.has(words.kind) ? [area('landcover', colours.built)] : [];
      case 'water':
      case 'water_name':
        if (isPoint) return point(feature, zoom, words.kind === 'ocean' || words.kind === 'sea' ? 3 : 12);
        return form.endsWith('LineString')
          ? [line(above.water, colours.water, zoom < 13 ? 1 : 2.4)]
          : [area('water', colours.water)];
      case 'waterway':
      case 'physical_line':
        return [line(above.water, colours.water, zoom < 13 ? 1 : 2.4)];
      case 'buildings':
      case 'building':
        if (isPoint) return houseNumber(feature, zoom);
        return zoom < 14 ? [] : [area('building', colours.building)];
      case 'housenumber':
        return houseNumber(feature, zoom);
      case 'roads':
      case 'transportation':
        return road(feature, words, zoom);
      case 'transportation_name':
        return zoom >= (namedFrom[rankOf(words)] ?? 16) ? roadName(feature, zoom) : [];
      case 'transit':
        return words.kind === 'rail' ? road(feature, words, zoom) : [];
      case 'boundaries':
      case 'boundary':
        return border(feature, words);
      case 'places':
      case 'place':
        return place(feature, words, zoom);
      case 'pois':
      case 'poi':
        return point(feature, zoom, 17);
      default:
        return [];
    }
  };
}
