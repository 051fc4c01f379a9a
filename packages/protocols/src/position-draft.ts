import type { DecodedPosition, NetworkInfo } from './decoded-position.ts';

export type AttributeDraft = Record<string, string | number | boolean>;

/** A position while its message is being read; handed out as a `DecodedPosition` when it is whole. */
export interface PositionDraft {
  fixTimeMs: number;
  deviceTimeMs?: number;
  valid: boolean;
  outdated?: boolean;
  latitude?: number;
  longitude?: number;
  altitude?: number;
  speedKnots?: number;
  course?: number;
  accuracy?: number;
  network?: NetworkInfo;
  readonly attributes: AttributeDraft;
}

/** A report without a place: not valid until a fix is read. */
export function draftAt(fixTimeMs: number): PositionDraft {
  return { fixTimeMs, valid: false, attributes: {} };
}

/**
 * Sets place and validity. A place outside the world, or 0,0 (what a tracker sends before its first fix), is no
 * place: the coordinates stay absent and the report is not valid.
 */
export function setPlace(draft: PositionDraft, latitude: number, longitude: number, valid: boolean): void {
  const inWorld = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  if (!inWorld || (latitude === 0 && longitude === 0)) {
    draft.valid = false;
    return;
  }
  draft.latitude = latitude;
  draft.longitude = longitude;
  draft.valid = valid;
}

/** Faster than this is no vehicle but a broken message (the field's trackers send up to 16 bits of km/h). */
const maxSpeedKnots = 1000;

/** Sets the speed when it is one. */
export function setSpeed(draft: PositionDraft, speedKnots: number): void {
  if (speedKnots >= 0 && speedKnots <= maxSpeedKnots) draft.speedKnots = speedKnots;
}

/** Sets the course when it is one; 360 is north. */
export function setCourse(draft: PositionDraft, degrees: number): void {
  if (degrees >= 0 && degrees <= 360) draft.course = degrees === 360 ? 0 : degrees;
}

/** Deeper or higher than this is no place of a tracker but a broken message. */
const maxAltitudeMetres = 100_000;

/** Sets the altitude when it is one. */
export function setAltitude(draft: PositionDraft, metres: number): void {
  if (Math.abs(metres) <= maxAltitudeMetres) draft.altitude = metres;
}

/** Adds an alarm of the vocabulary; several are joined by comma, each once. */
export function addAlarm(attributes: AttributeDraft, alarm: string | undefined): void {
  if (alarm === undefined) return;
  const present = attributes.alarm;
  if (typeof present !== 'string') attributes.alarm = alarm;
  else if (!present.split(',').includes(alarm)) attributes.alarm = `${present},${alarm}`;
}

/** The draft as what the decoder hands out. */
export function positionOf(draft: PositionDraft): DecodedPosition {
  return draft;
}
