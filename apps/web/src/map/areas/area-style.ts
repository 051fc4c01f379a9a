/** How an area is drawn, on the map and in the form. */

import { contrastRatio, parseColour, printColour, type Rgb } from '@atalaia/domain/catalog/colour';

export interface AreaColours {
  readonly stroke: string;
  readonly fill: string;
}

/** A line on the map is a graphic: 3:1 against what it is on (WCAG 1.4.11). */
const leastContrast = 3;
const fillShare = 0.18;
const steps = 20;

/**
 * The colours of an area on land of another: its own where it can be seen there, else the nearest mix with black or white
 * that can. So a navy geofence is seen at night and a yellow one by day, each still in its hue (UNIT-06).
 */
export function areaColours(colour: string, land: string): AreaColours {
  const own = parseColour(colour);
  const background = parseColour(land);
  if (!own) return { stroke: colour, fill: 'transparent' };
  const readable = background ? readableOnLand(own, background) : own;
  const channels = [readable.red, readable.green, readable.blue].map(Math.round).join(', ');
  return { stroke: printColour(readable), fill: `rgba(${channels}, ${fillShare})` };
}

function readableOnLand(own: Rgb, land: Rgb): Rgb {
  const white = { red: 255, green: 255, blue: 255 };
  const black = { red: 0, green: 0, blue: 0 };
  const contrasting = contrastRatio(land, white) > contrastRatio(land, black) ? white : black;
  for (let step = 0; step <= steps; step++) {
    const mixed = mix(own, contrasting, step / steps);
    if (contrastRatio(mixed, land) >= leastContrast) return mixed;
  }
  return contrasting;
}

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const channel = (name: keyof Rgb) => one[name] + (other[name] - one[name]) * share;
  return { red: channel('red'), green: channel('green'), blue: channel('blue') };
}

/** `rgb(23, 29, 37)`, as a browser writes a resolved colour, to `#171d25`; any other text is given back. */
export function hexOfRgb(text: string): string {
  const [, red, green, blue] = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(text) ?? [];
  if (red === undefined) return text;
  return printColour({ red: Number(red), green: Number(green), blue: Number(blue) });
}

/** Half the width on the ground, metres, and the latitude where it is to be right: Mercator stretches by 1 / cos. */
export interface CorridorWidth {
  readonly halfWidthMetres: number;
  readonly latitude: number;
}

/** As wide as it is on the ground at its middle latitude, and never too narrow to be seen; pixels. */
export function corridorWidth({ halfWidthMetres, latitude }: CorridorWidth, resolution: number): number {
  return Math.max(6, (2 * halfWidthMetres) / Math.cos((latitude * Math.PI) / 180) / resolution);
}
