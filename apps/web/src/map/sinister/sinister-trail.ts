/** A sinister on the map: where it was opened, the way since then, and where its vehicle was last. */
import type { Position } from '@atalaia/contract/devices/position';
import type { Place } from '@atalaia/domain/geo/geometry';
import type { SinisterAge } from '@atalaia/domain/time/sinister-age';
import type { OverlayPart, OverlayScreen } from '../canvas-overlay/canvas-overlay.ts';
import { mercatorX, mercatorY } from '../mercator.ts';
import { drawLine } from '../report/draw-line.ts';
import type { TracedPosition } from '../trace/trace-memory.ts';
import { createGrowingLine } from './growing-line.ts';

interface EndsDrawing {
  readonly opening: Place | null;
  readonly last: Place | null;
  readonly colour: string;
  /** Round each mark, so that it is seen on any map. */
  readonly casing: string;
}

/** Pixels: the opening is a disc, the last position a ring round the vehicle's own marker. */
const discRadius = 7;
const ringRadius = 21;

function drawEnds(
  pen: CanvasRenderingContext2D,
  { toPixel }: OverlayScreen,
  { opening, last, colour, casing }: EndsDrawing,
): void {
  const circle = ({ latitude, longitude }: Place, radius: number) => {
    const [x, y] = toPixel(mercatorX(longitude), mercatorY(latitude));
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
  };
  if (last) {
    circle(last, ringRadius);
    pen.strokeStyle = casing;
    pen.lineWidth = 6;
    pen.stroke();
    pen.strokeStyle = colour;
    pen.lineWidth = 3;
    pen.stroke();
  }
  if (opening) {
    circle(opening, discRadius);
    pen.fillStyle = colour;
    pen.strokeStyle = casing;
    pen.lineWidth = 3;
    pen.fill();
    pen.stroke();
  }
}

/** What is shown of a sinister. */
export interface SinisterPicture {
  readonly sinisterId: number;
  readonly deviceId: number;
  /** Whose colour it is drawn in. */
  readonly age: SinisterAge;
  /** Null for a sinister without a place. */
  readonly opening: Place | null;
  /** The known way since the opening, oldest first; what comes live follows by itself. */
  readonly way: readonly TracedPosition[];
}

export interface SinisterColours {
  readonly ages: Readonly<Record<SinisterAge, string>>;
  readonly casing: string;
}

/** What of a sinister is drawn now, for users who cannot see the canvas. */
export interface ShownSinister {
  readonly sinisterId: number;
  readonly deviceId: number;
  readonly opening: Place | null;
  readonly last: Place | null;
  readonly placeCount: number;
}

export interface SinisterTrail extends OverlayPart {
  set(picture: SinisterPicture | null): void;
  /** Tells whether the case's vehicle moved. */
  takePositions(positions: readonly Position[]): boolean;
  setColours(colours: SinisterColours): void;
  shown(): ShownSinister | null;
}

/** Places nearer than this on the screen are one, pixels. */
const leastPixels = 1.5;

export function createSinisterTrail(first: SinisterColours): SinisterTrail {
  let colours = first;
  let picture: SinisterPicture | null = null;
  const line = createGrowingLine();
  let last: TracedPosition | null = null;

  function append(place: TracedPosition): boolean {
    if (last && Date.parse(place.fixTime) <= Date.parse(last.fixTime)) return false;
    last = place;
    line.append(mercatorX(place.longitude), mercatorY(place.latitude));
    return true;
  }

  return {
    isEmpty: () => picture === null,
    draw(pen, screen) {
      if (!picture) return;
      const colour = colours.ages[picture.age];
      // one level a doubling: the frames of a flight between two zooms share it
      const level = line.levelAt(leastPixels * 2 ** Math.floor(Math.log2(screen.resolution)));
      pen.save();
      drawLine(pen, screen, line.line(), level, { colour, casing: colours.casing, width: 4 });
      pen.restore();
      drawEnds(pen, screen, { opening: picture.opening, last, colour, casing: colours.casing });
    },
    set(next) {
      // What came live while the way was on its way stays its end.
      const live = next && picture?.sinisterId === next.sinisterId ? last : null;
      picture = next;
      line.clear();
      last = null;
      for (const place of next?.way ?? []) append(place);
      if (live) append(live);
    },
    takePositions(positions) {
      const deviceId = picture?.deviceId;
      let moved = false;
      for (const position of positions) {
        if (position.deviceId !== deviceId || !position.valid || position.outdated) continue;
        moved = append(position) || moved;
      }
      return moved;
    },
    setColours(next) {
      colours = next;
    },
    shown() {
      if (!picture) return null;
      const { sinisterId, deviceId, opening } = picture;
      return { sinisterId, deviceId, opening, last: last && placeOf(last), placeCount: line.count() };
    },
  };
}

const placeOf = ({ latitude, longitude }: Place): Place => ({ latitude, longitude });
