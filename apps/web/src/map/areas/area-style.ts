/** How an area is drawn, on the map and in the form. */

import { contrastRatio, parseColour, printColour, type Rgb } from '@atalaia/domain/catalog/colour';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';

interface AreaColours {
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

export type AreaStyle = (resolution: number) => Style[];

/** A surface with its boundary. */
export function outlinedArea({ stroke, fill }: AreaColours): AreaStyle {
  const styles = [
    new Style({ stroke: new Stroke({ color: stroke, width: 2 }), fill: new Fill({ color: fill }) }),
  ];
  return () => styles;
}

/** Half the width on the ground, metres, and the latitude where it is to be right: Mercator stretches by 1 / cos. */
interface CorridorWidth {
  readonly halfWidthMetres: number;
  readonly latitude: number;
}

/** As wide as it is on the ground at its middle latitude, with the line itself in it. */
export function corridor(
  { halfWidthMetres, latitude }: CorridorWidth,
  { stroke, fill }: AreaColours,
): AreaStyle {
  const wide = new Stroke({ color: fill, width: 1, lineCap: 'round', lineJoin: 'round' });
  const middle = new Stroke({ color: stroke, width: 2, lineCap: 'round', lineJoin: 'round' });
  const styles = [new Style({ stroke: wide }), new Style({ stroke: middle })];
  const metres = (2 * halfWidthMetres) / Math.cos((latitude * Math.PI) / 180);
  return (resolution) => {
    wide.setWidth(Math.max(6, metres / resolution));
    return styles;
  };
}
