/** One picture of the devices on a canvas: halos, names, markers and clusters, sirens. */
import { deviceColours } from '@atalaia/domain/device-colour';
import type { MapFrame } from '../worker/map-frame.ts';
import { alarmRadius, clusterRadius, headingStep, markerRadius, selectedRadius } from './device-style.ts';
import type { Pixel } from './hit-test.ts';
import { type LabelPills, pillHeight } from './label-pills.ts';
import type { Sprite, Sprites } from './sprites.ts';

export interface DeviceDrawing {
  readonly frame: MapFrame;
  readonly selectedId: number | null;
  readonly alarms: boolean;
  readonly sprites: Sprites;
  readonly pills: LabelPills;
  readonly toPixel: (x: number, y: number) => Pixel;
  readonly width: number;
  readonly height: number;
}

const alarmColour = deviceColours.indexOf('alarm');
/** Nothing reaches farther from its place than a halo does. */
const reachPixels = 40;
const alarmLevel = 1;
const selectedLevel = 2;

export function isSelected({ items }: MapFrame, entry: number, selectedId: number | null): boolean {
  return items.sizes[entry] === 1 && items.deviceIds[entry] === selectedId;
}

/** Radius of an item as drawn, pixels. */
export function itemRadius(frame: MapFrame, entry: number, selectedId: number | null): number {
  const size = frame.items.sizes[entry] ?? 1;
  if (size > 1) return clusterRadius(size);
  if (isSelected(frame, entry, selectedId)) return selectedRadius;
  return frame.items.colours[entry] === alarmColour ? alarmRadius : markerRadius;
}

export function drawDevices(pen: CanvasRenderingContext2D, drawing: DeviceDrawing): void {
  const visible = visibleItems(drawing);
  for (const item of visible) drawHalo(pen, drawing, item);
  // Under the markers: a name never hides a vehicle.
  drawNames(pen, drawing, visible);
  for (const item of visible) drawItem(pen, drawing, item);
  if (drawing.alarms) for (const item of visible) drawSiren(pen, drawing, item);
}

interface VisibleItem {
  readonly entry: number;
  readonly x: number;
  readonly y: number;
  /** What is drawn later lies above. */
  readonly level: number;
}

/** Small clusters, large ones, markers, alarms, the selected one on top, and in id order among equals: so in every frame. */
function visibleItems({ frame, selectedId, toPixel, width, height }: DeviceDrawing): VisibleItem[] {
  const { items } = frame;
  const visible: VisibleItem[] = [];
  for (let entry = 0; entry < items.count; entry++) {
    const [x, y] = toPixel(items.xs[entry] ?? 0, items.ys[entry] ?? 0);
    if (x < -reachPixels || y < -reachPixels || x > width + reachPixels || y > height + reachPixels) continue;
    visible.push({ entry, x, y, level: levelOf(frame, entry, selectedId) });
  }
  return visible.sort((a, b) => a.level - b.level);
}

/** A cluster's level is minus one over its size, below every marker's. */
function levelOf(frame: MapFrame, entry: number, selectedId: number | null): number {
  const size = frame.items.sizes[entry] ?? 1;
  if (size > 1) return -1 / size;
  if (isSelected(frame, entry, selectedId)) return selectedLevel;
  return frame.items.colours[entry] === alarmColour ? alarmLevel : 0;
}

function drawHalo(pen: CanvasRenderingContext2D, drawing: DeviceDrawing, item: VisibleItem): void {
  const { frame, sprites, alarms } = drawing;
  const colour = frame.items.colours[item.entry] ?? 0;
  if (item.level === selectedLevel) put(pen, sprites.halo('selected', colour), item.x, item.y);
  else if (item.level === alarmLevel && alarms) put(pen, sprites.halo('alarm', colour), item.x, item.y);
}

function drawItem(pen: CanvasRenderingContext2D, { frame, sprites }: DeviceDrawing, item: VisibleItem): void {
  const { items } = frame;
  const size = items.sizes[item.entry] ?? 1;
  const colour = items.colours[item.entry] ?? 0;
  const sprite =
    size > 1
      ? sprites.cluster(size)
      : sprites.marker({
          colour,
          heading: headingStep(items.courses[item.entry] ?? Number.NaN),
          alarm: colour === alarmColour,
          selected: item.level === selectedLevel,
        });
  put(pen, sprite, item.x, item.y);
}

function drawSiren(pen: CanvasRenderingContext2D, drawing: DeviceDrawing, item: VisibleItem): void {
  if (drawing.frame.items.sirens[item.entry] !== 1) return;
  const away = itemRadius(drawing.frame, item.entry, drawing.selectedId) * 0.74;
  put(pen, drawing.sprites.siren(), item.x + away, item.y - away);
}

/** Below each marker, where neither an earlier name lies nor another marker; the selected device's comes first. */
function drawNames(
  pen: CanvasRenderingContext2D,
  drawing: DeviceDrawing,
  visible: readonly VisibleItem[],
): void {
  const { frame, pills, selectedId } = drawing;
  if (!frame.names) return;
  const taken: { readonly x: number; readonly y: number; readonly halfWidth: number }[] = [];
  for (const item of visible.toReversed()) {
    const name = frame.names[item.entry];
    if (frame.items.sizes[item.entry] !== 1 || !name) continue;
    const { x } = item;
    const y = item.y + itemRadius(frame, item.entry, selectedId) + pillHeight / 2 + 4;
    const sprite = pills.pill(name);
    const { halfWidth } = sprite;
    const crossed =
      taken.some((other) => isNear(other, x, y, halfWidth + other.halfWidth, pillHeight + 1)) ||
      visible.some((other) => other !== item && isNear(other, x, y, halfWidth + 8, pillHeight / 2 + 8));
    if (crossed && item.level !== selectedLevel) continue;
    taken.push({ x, y, halfWidth });
    put(pen, sprite, x, y);
  }
}

function isNear(
  place: { x: number; y: number },
  x: number,
  y: number,
  across: number,
  down: number,
): boolean {
  return Math.abs(place.x - x) < across && Math.abs(place.y - y) < down;
}

/** Whole pixels keep pictures sharp. */
function put(pen: CanvasRenderingContext2D, sprite: Sprite, x: number, y: number): void {
  const { image, halfWidth, halfHeight } = sprite;
  const width = halfWidth * 2;
  const height = halfHeight * 2;
  pen.drawImage(image, Math.round(x - halfWidth), Math.round(y - halfHeight), width, height);
}
