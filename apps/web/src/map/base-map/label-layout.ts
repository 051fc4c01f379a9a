/** Which names of the shipped map is at a zoom, and where: worked out once a zoom for the whole world. */
import { resolutionOf } from '../mercator.ts';
import type { BaseMapData, Town } from './base-map-data.ts';
import type { BaseMapColours } from './base-map-style.ts';

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

/** Width of a text as it will be drawn, pixels. */
export type MeasureText = (text: string, kind: LabelKind) => number;

/** A town's name appears from this zoom on, by its rank. */
const firstZoomOfRank: Readonly<Record<number, number>> = { 1: 3, 2: 4, 3: 6, 4: 7, 5: 8, 6: 9 };

/** State codes are shown first, whole names once there is room; beyond that the towns speak for themselves. */
const stateCodeZooms = { from: 4, names: 6, until: 8 };

const heightOfKind: Readonly<Record<LabelKind, number>> = { metropolis: 16, city: 15, town: 14, state: 14 };
/** Between a town's dot and its name. Vehicles gather where many people live: a cluster on the dot leaves the name readable. */
const dotGapPixels: Readonly<Record<LabelKind, number>> = { metropolis: 20, city: 20, town: 6, state: 0 };
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
  return crosses(one, other);
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

type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

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

/** What a name keeps clear of, pixels of the screen: a marker, a cluster, what is pinned above one. */
export interface Obstacle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Of what is not as high as wide. */
  readonly halfHeight?: number;
}

/** A name of the layout and where its town, or the middle of its state, is on the screen. */
export interface NameOnScreen {
  readonly label: PlacedLabel;
  readonly x: number;
  readonly y: number;
}

/** Left end of a name and its middle line, pixels of the screen. */
export interface NamePlace extends NameOnScreen {
  readonly left: number;
  readonly middle: number;
  /** Nothing is drawn on its town: the town has its dot. */
  readonly hasDot: boolean;
}

/**
 * Where each name is beside the vehicles: right or left of its town, below or above it, as it was before where that is
 * still free. A small town's name without a free place is left out; a large one's is where the layout has it.
 */
export function placeNames(
  names: readonly NameOnScreen[],
  obstacles: readonly Obstacle[],
  sides: Map<PlacedLabel, number>,
): readonly NamePlace[] {
  const taken: LabelBox[] = obstacles.map(({ x, y, radius, halfHeight = radius }) => ({
    ...{ left: x - radius, right: x + radius },
    ...{ top: y - halfHeight, bottom: y + halfHeight },
  }));
  const placed: NamePlace[] = [];
  for (const name of names) {
    const { label } = name;
    const offers = offersOf(name);
    const before = sides.get(label) ?? 0;
    const order = [before, ...offers.keys()].filter((side, at, all) => all.indexOf(side) === at);
    const free = order.find((side) => {
      const box = boxAt(label, offers[side]);
      return box && !taken.some((other) => crosses(box, other));
    });
    if (free === undefined && label.kind !== 'metropolis' && label.kind !== 'city') continue;
    sides.set(label, free ?? 0);
    const [left, middle] = offers[free ?? 0] ?? [0, 0];
    const hasDot =
      label.dot !== undefined &&
      !obstacles.some(({ x, y, radius }) => Math.hypot(x - name.x, y - name.y) < radius + dotReach);
    placed.push({ ...name, left, middle, hasDot });
    const box = boxAt(label, [left, middle]);
    if (box) taken.push(box);
  }
  return placed;
}

/** Radius of a dot with its rim, pixels. */
const dotReach = 4;

type Offer = readonly [left: number, middle: number];

/** The layout's own place first. */
function offersOf({ label, x, y }: NameOnScreen): readonly Offer[] {
  const { kind, width, dot, left } = label;
  const down = heightOfKind[kind];
  if (!dot) return [0, down, -down].map((by): Offer => [x - width / 2, y + by]);
  const gap = dotGapPixels[kind];
  const [right, toLeft]: [Offer, Offer] = [
    [x + gap, y],
    [x - gap - width, y],
  ];
  const sides = left > dot.x ? [right, toLeft] : [toLeft, right];
  return [...sides, [x - width / 2, y + gap + down / 2], [x - width / 2, y - gap - down / 2]];
}

function boxAt({ kind, width }: PlacedLabel, offer: Offer | undefined): LabelBox | undefined {
  if (!offer) return undefined;
  const [left, middle] = offer;
  const half = heightOfKind[kind] / 2;
  return { left: left - 2, right: left + width + 2, top: middle - half, bottom: middle + half };
}

const crosses = (one: LabelBox, other: LabelBox) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Draws names at their places, each with the dot of its town. */
export function drawNames(pen: Pen, places: readonly NamePlace[], colours: BaseMapColours): void {
  pen.textBaseline = 'middle';
  pen.lineJoin = 'round';
  for (const { label, x, y, left, middle, hasDot } of places) {
    setLabelFont(pen, label.kind);
    const at = [Math.round(left), Math.round(middle)] as const;
    pen.strokeStyle = colours.halo;
    pen.lineWidth = 3;
    pen.strokeText(label.text, ...at);
    pen.fillStyle = label.kind === 'state' ? colours.faintName : colours.name;
    pen.fillText(label.text, ...at);
    if (hasDot) drawDot(pen, x, y, label.kind, colours);
  }
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
