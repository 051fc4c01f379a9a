/** What the devices look like at one moment: halos, names, markers and clusters, sirens, from the lowest to the topmost. */
import { deviceColours } from '@atalaia/domain/devices/device-status';
import type { MapFrame } from '../worker/map-frame.ts';
import { alarmRadius, clusterRadius, headingStep, markerRadius, selectedRadius } from './device-style.ts';
import type { Pixel } from './hit-test.ts';
import { type LabelPills, pillHeight } from './label-pills.ts';
import type { Sprite, Sprites } from './sprites.ts';

/** A sprite with its upper left corner in whole pixels of the map, which keeps it sharp. */
export interface PlacedSprite {
  readonly sprite: Sprite;
  readonly left: number;
  readonly top: number;
}

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

/** From this zoom on a marker shows what kind of device it is: streets differ, and markers lie apart. */
const pictureZoom = 15;
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

export function devicePicture(drawing: DeviceDrawing): PlacedSprite[] {
  const visible = visibleItems(drawing);
  return [
    ...visible.map((item) => haloOf(drawing, item)),
    // Under the markers: a name never hides a vehicle.
    ...namesOf(drawing, visible),
    ...visible.map((item) => placed(spriteOf(drawing, item), item.x, item.y)),
    ...visible.map((item) => sirenOf(drawing, item)),
  ].filter((part) => part !== null);
}

interface VisibleItem {
  readonly entry: number;
  readonly x: number;
  readonly y: number;
  /** What is drawn later is above. */
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

function haloOf({ frame, sprites, alarms }: DeviceDrawing, item: VisibleItem): PlacedSprite | null {
  const colour = frame.items.colours[item.entry] ?? 0;
  if (item.level === selectedLevel) return placed(sprites.halo('selected', colour), item.x, item.y);
  if (item.level === alarmLevel && alarms) return placed(sprites.halo('alarm', colour), item.x, item.y);
  return null;
}

function spriteOf({ frame, sprites }: DeviceDrawing, { entry, level }: VisibleItem): Sprite {
  const { sizes, colours, courses, categories } = frame.items;
  const size = sizes[entry] ?? 1;
  if (size > 1) return sprites.cluster(size);
  const colour = colours[entry] ?? 0;
  const heading = headingStep(courses[entry] ?? Number.NaN);
  return sprites.marker({
    colour,
    heading,
    alarm: colour === alarmColour,
    selected: level === selectedLevel,
    category: frame.zoom >= pictureZoom ? (categories[entry] ?? 0) : -1,
  });
}

function sirenOf(
  { frame, sprites, alarms, selectedId }: DeviceDrawing,
  item: VisibleItem,
): PlacedSprite | null {
  if (!alarms || frame.items.sirens[item.entry] !== 1) return null;
  const away = itemRadius(frame, item.entry, selectedId) * 0.74;
  return placed(sprites.siren(), item.x + away, item.y - away);
}

/** Below each marker, where neither an earlier name lies nor another marker; the selected device's comes first. */
function namesOf(
  { frame, pills, selectedId }: DeviceDrawing,
  visible: readonly VisibleItem[],
): PlacedSprite[] {
  if (!frame.names) return [];
  const names: PlacedSprite[] = [];
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
    names.push(placed(sprite, x, y));
  }
  return names;
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

function placed(sprite: Sprite, x: number, y: number): PlacedSprite {
  return { sprite, left: Math.round(x - sprite.halfWidth), top: Math.round(y - sprite.halfHeight) };
}
