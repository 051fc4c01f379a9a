import { type DevicePalette, paletteTokens, stateTokens } from '../devices/device-style.ts';
import { type GroundColours, groundColourTokens } from '../ground/ground-style.ts';
import type { MapTheme } from '../map-api.ts';
import { resolveColours } from './resolve-colours.ts';

export interface MapColours {
  readonly ground: GroundColours;
  readonly devices: DevicePalette;
}

/** All colours of the map for a theme, and for the brand the document has at this moment. */
export function mapColours(theme: MapTheme): MapColours {
  const states = resolveColours(theme, Object.fromEntries(stateTokens.entries()));
  return {
    ground: resolveColours(theme, groundColourTokens),
    devices: {
      ...resolveColours(theme, paletteTokens),
      states: stateTokens.map((_, colour) => states[colour] ?? ''),
    },
  };
}
