import type { DecodedPosition, NetworkInfo } from './decoded-position.ts';

export type AttributeDraft = Record<string, string | number | boolean>;

/** Attributes that an earlier release read otherwise, as it read them; undefined for one that it did not give. */
export type FormerDraft = Record<string, string | number | boolean | undefined>;

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
  former?: FormerDraft;
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

/** No tracker of this field was ever deeper or higher, metres; what says so is a broken message. */
const lowestMetres = -10_000;
const highestMetres = 100_000;

/** Sets the altitude when it is one. */
export function setAltitude(draft: PositionDraft, metres: number): void {
  if (metres >= lowestMetres && metres <= highestMetres) draft.altitude = metres;
}

/** Adds an alarm of the vocabulary; several are joined by comma, each once. */
export function addAlarm(attributes: AttributeDraft, alarm: string | undefined): void {
  if (alarm === undefined) return;
  const present = attributes.alarm;
  if (typeof present !== 'string') attributes.alarm = alarm;
  else if (!present.split(',').includes(alarm)) attributes.alarm = `${present},${alarm}`;
}

/**
 * Sets an attribute that earlier releases gave by another name or in another unit; `former` is what they gave, undefined for
 * a name that they did not use.
 */
export function setMended(
  draft: PositionDraft,
  key: string,
  value: string | number | boolean,
  former: FormerDraft,
): void {
  draft.attributes[key] = value;
  draft.former = { ...draft.former, ...former };
}

/**
 * Sets a level in percent, `tag1BatteryLevel`, that earlier releases gave by the name of a voltage, `tag1Battery`. One that is
 * none stays absent.
 */
export function setLevelOf(draft: PositionDraft, prefix: string, percent: number): void {
  const key = `${prefix}BatteryLevel`;
  if (percent <= 100) draft.attributes[key] = percent;
  draft.former = { ...draft.former, [key]: undefined, [`${prefix}Battery`]: percent };
}

/** Drops a charge of the battery that is no share of it, per cent. */
export function dropOddBattery(attributes: AttributeDraft): void {
  const { batteryLevel } = attributes;
  if (typeof batteryLevel === 'number' && !(batteryLevel >= 0 && batteryLevel <= 100)) {
    delete attributes.batteryLevel;
  }
}

/** The draft as what the decoder hands out; a charge that is none stays absent. */
export function positionOf(draft: PositionDraft): DecodedPosition {
  dropOddBattery(draft.attributes);
  if (!draft.former) return draft;
  const { former, ...position } = draft;
  return { ...position, formerAttributes: withFormer(draft.attributes, former) };
}

function withFormer(attributes: AttributeDraft, former: FormerDraft): AttributeDraft {
  const all = { ...attributes };
  for (const [key, value] of Object.entries(former)) {
    if (value === undefined) delete all[key];
    else all[key] = value;
  }
  return all;
}
