import type { SinisterAge } from '@atalaia/domain/time/sinister-age';
import { hexOfRgb } from '../areas/area-style.ts';
import type { GeofencePalette } from '../areas/geofence-layer.ts';
import { type BaseMapColours, baseMapColourTokens } from '../base-map/base-map-style.ts';
import { type DevicePalette, paletteTokens, stateTokens } from '../devices/device-style.ts';
import type { MapTheme } from '../map-api.ts';

export interface MapColours {
  /** Of a sinister, by its age. */
  readonly ages: Readonly<Record<SinisterAge, string>>;
  readonly baseMap: BaseMapColours;
  readonly devices: DevicePalette;
  readonly geofences: GeofencePalette;
  /** Lines drawn by hand: trails, accuracy, measuring. */
  readonly lines: { readonly brand: string; readonly casing: string };
}

const areaTokens = {
  brand: 'var(--brand)',
  land: 'var(--map-land)',
  name: 'var(--text)',
  halo: 'color-mix(in srgb, var(--raised), transparent 15%)',
};

const ageTokens: Readonly<Record<SinisterAge, string>> = {
  upTo24Hours: 'var(--age-24)',
  upTo48Hours: 'var(--age-48)',
  upTo72Hours: 'var(--age-72)',
  over72Hours: 'var(--age-old)',
};

const lineTokens = {
  brand: 'var(--brand-text)',
  casing: 'color-mix(in srgb, var(--raised), transparent 10%)',
};

/** All colours of the map for a theme, and for the brand the document has at this moment. */
export function mapColours(theme: MapTheme): MapColours {
  const states = resolveColours(theme, Object.fromEntries(stateTokens.entries()));
  const areas = resolveColours(theme, areaTokens);
  return {
    ages: resolveColours(theme, ageTokens),
    baseMap: resolveColours(theme, baseMapColourTokens),
    devices: {
      ...resolveColours(theme, paletteTokens),
      states: stateTokens.map((_, colour) => states[colour] ?? ''),
    },
    geofences: { ...areas, brand: hexOfRgb(areas.brand), land: hexOfRgb(areas.land) },
    lines: resolveColours(theme, lineTokens),
  };
}

/**
 * Resolves CSS colours (tokens and mixes of them) for a canvas, which knows no custom properties: each is given to a
 * hidden element and read back as the browser works it out. The element has the theme itself, so that it does not matter
 * whether the document has changed already; the brand is the document's.
 */
function resolveColours<Name extends string>(
  theme: MapTheme,
  expressions: Readonly<Record<Name, string>>,
): Readonly<Record<Name, string>> {
  const probe = document.createElement('i');
  probe.hidden = true;
  probe.dataset.theme = theme;
  document.body.append(probe);
  const entries = Object.entries<string>(expressions).map(([name, expression]) => {
    probe.style.color = '';
    probe.style.color = expression;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(entries) as Record<Name, string>;
}
