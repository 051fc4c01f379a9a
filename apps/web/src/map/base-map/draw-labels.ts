import type { BaseMapColours } from './base-map-style.ts';
import type { LabelKind, PlacedLabel } from './label-layout.ts';
import { type TileFrame, tileEdge } from './tile-frame.ts';

type Pen = OffscreenCanvasRenderingContext2D;

const family = '"Inter Variable", Inter, system-ui, sans-serif';

export const labelFonts: Readonly<Record<LabelKind, string>> = Object.freeze({
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
