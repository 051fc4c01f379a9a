/** Which names of the shipped map is at a zoom, and where: worked out once a zoom for the whole world. */
import { resolutionOf } from '../mercator.ts';
import type { BaseMapData, Town } from './base-map-data.ts';
import type { BaseMapColours } from './base-map-style.ts';
import { type TileFrame, tileEdge } from './tile-frame.ts';

type LabelKind = 'metropolis' | 'city' | 'town' | 'state';

export interface PlacedLabel {
  readonly text: string;
  readonly kind: LabelKind;
  /** Pixels from the world's north-west corner at the layout's zoom: left end of the text and its middle line. */
  readonly left: number;
  readonly middle: number;
  readonly width: number;
  /** The town's own place; absent for a state, whose name is on its middle. */
  readonly dot?: { readonly x: number; readonly y: number };
  /** Room it takes, its dot included. */
  readonly box: LabelBox;
}

export interface LabelBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Width of a text as the tile will draw it, pixels. */
export type MeasureText = (text: string, kind: LabelKind) => number;

/** A town's name appears from this zoom on, by its rank. */
const firstZoomOfRank: Readonly<Record<number, number>> = { 1: 3, 2: 4, 3: 6, 4: 7, 5: 8, 6: 9 };

/** State codes are shown first, whole names once there is room; beyond that the towns speak for themselves. */
const stateCodeZooms = { from: 4, names: 6, until: 8 };

const heightOfKind: Readonly<Record<LabelKind, number>> = { metropolis: 16, city: 15, town: 14, state: 14 };
/** Between a town's dot and its name. Vehicles gather where many people live: a cluster on the dot leaves the name readable. */
const dotGapPixels: Readonly<Record<LabelKind, number>> = { metropolis: 20, city: 16, town: 6, state: 0 };
/** Free room between two names. */
const airPixels = 4;

export function layoutLabels(data: BaseMapData, zoom: number, measure: MeasureText): PlacedLabel[] {
  const resolution = resolutionOf(zoom);
  const half = 128 * 2 ** zoom;
  const placed: PlacedLabel[] = [];
  const offer = (candidates: readonly PlacedLabel[]): void => {
    const free = candidates.find((label) => !placed.some((other) => collide(label, other)));
    if (free) placed.push(free);
  };
  const large = data.towns.filter((town) => town.rank <= 2 && isShown(town, zoom));
  const small = data.towns.filter((town) => town.rank > 2 && isShown(town, zoom));
  for (const town of large) offer(townLabels(town, half, resolution, measure));
  if (zoom >= stateCodeZooms.from && zoom <= stateCodeZooms.until) {
    for (const state of data.states) {
      const text = zoom >= stateCodeZooms.names ? state.name.toLocaleUpperCase('pt-BR') : state.code;
      const width = measure(text, 'state');
      const left = half + state.x / resolution - width / 2;
      const middle = half - state.y / resolution;
      offer([withBox({ text, kind: 'state', left, middle, width })]);
    }
  }
  for (const town of small) offer(townLabels(town, half, resolution, measure));
  return placed;
}

function isShown(town: Town, zoom: number): boolean {
  return zoom >= (firstZoomOfRank[town.rank] ?? 9);
}

/** Right of the dot, or left of it, whichever is free. */
function townLabels(town: Town, half: number, resolution: number, measure: MeasureText): PlacedLabel[] {
  const kind = town.rank === 1 ? 'metropolis' : town.rank <= 3 ? 'city' : 'town';
  const width = measure(town.name, kind);
  const dot = { x: half + town.x / resolution, y: half - town.y / resolution };
  const common = { text: town.name, kind, middle: dot.y, width, dot } as const;
  return [
    withBox({ ...common, left: dot.x + dotGapPixels[kind] }),
    withBox({ ...common, left: dot.x - dotGapPixels[kind] - width }),
  ];
}

function collide({ box: one }: PlacedLabel, { box: other }: PlacedLabel): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function withBox(label: Omit<PlacedLabel, 'box'>): PlacedLabel {
  const { dot, left, width, middle, kind } = label;
  const half = heightOfKind[kind] / 2 + 2;
  const box = {
    left: Math.min(left, (dot?.x ?? left) - 3) - airPixels,
    right: Math.max(left + width, (dot?.x ?? left) + 3) + airPixels,
    top: middle - half,
    bottom: middle + half,
  };
  return { ...label, box };
}

type Pen = OffscreenCanvasRenderingContext2D;

const family = '"Inter Variable", Inter, system-ui, sans-serif';

const labelFonts: Readonly<Record<LabelKind, string>> = Object.freeze({
  metropolis: `600 13.5px ${family}`,
  city: `550 12px ${family}`,
  town: `450 11.5px ${family}`,
  state: `600 10.5px ${family}`,
});

/** Room between the letters of a state's name. */
const stateSpacing = '1.5px';

export function setLabelFont(pen: Pen, kind: LabelKind): void {
  pen.font = labelFonts[kind];
  pen.letterSpacing = kind === 'state' ? stateSpacing : '0px';
}

/** Draws the names that touch a tile; one that crosses its edge is drawn by its neighbour too. */
export function drawLabels(
  pen: Pen,
  frame: TileFrame,
  labels: readonly PlacedLabel[],
  colours: BaseMapColours,
): void {
  const west = frame.column * tileEdge;
  const north = frame.row * tileEdge;
  pen.textBaseline = 'middle';
  pen.lineJoin = 'round';
  for (const label of labels) {
    const { box } = label;
    const outside =
      box.right < west || box.left > west + tileEdge || box.bottom < north || box.top > north + tileEdge;
    if (!outside) drawLabel(pen, label, west, north, colours);
  }
}

function drawLabel(pen: Pen, label: PlacedLabel, west: number, north: number, colours: BaseMapColours): void {
  const faint = label.kind === 'state';
  setLabelFont(pen, label.kind);
  const left = Math.round(label.left - west);
  const middle = Math.round(label.middle - north);
  pen.strokeStyle = colours.halo;
  pen.lineWidth = 3;
  pen.strokeText(label.text, left, middle);
  pen.fillStyle = faint ? colours.faintName : colours.name;
  pen.fillText(label.text, left, middle);
  if (label.dot) drawDot(pen, label.dot.x - west, label.dot.y - north, label.kind, colours);
}

function drawDot(pen: Pen, x: number, y: number, kind: LabelKind, colours: BaseMapColours): void {
  pen.beginPath();
  pen.arc(x, y, kind === 'metropolis' ? 2.8 : 2.2, 0, 2 * Math.PI);
  pen.fillStyle = colours.halo;
  pen.fill();
  pen.strokeStyle = colours.name;
  pen.lineWidth = 1.4;
  pen.stroke();
}
