/** How an area is drawn, on the map and in the form. */
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { AreaColours } from './area-colours.ts';

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
