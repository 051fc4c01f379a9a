/**
 * The two words that every location of JT/T 808 starts with. Sources: JT/T 808-2013 and -2019, tables of alarm and status
 * bits; what makers of small trackers put into the bits that the standard of 2013 leaves free: the G10LS document
 * (AIPorto) and traccar's JT808 decoder.
 */
import { type AttributeDraft, addAlarm } from '../position-draft.ts';

type AlarmWords = readonly (string | undefined)[];

const common: AlarmWords = [
  'sos',
  'overspeed',
  'fatigueDriving',
  'general',
  'fault',
  'gpsAntennaCut',
  'gpsAntennaCut',
  'lowPower',
  'powerCut',
  'fault',
  'fault',
  'fault',
  'fault',
  'overspeed',
  'fatigueDriving',
];

const last: AlarmWords = [
  'parking',
  'geofence',
  'geofence',
  undefined,
  'geofence',
  'fault',
  'fuelLeak',
  'general',
  'general',
  'movement',
  'accident',
  'accident',
  'door',
];

/** Bits 15 to 18: small trackers' vibration, vibration, light sensor and own battery. */
const olderAlarms: AlarmWords = Object.freeze([
  ...common,
  'vibration',
  'vibration',
  'tampering',
  'lowBattery',
  ...last,
]);

/** Bits 15 to 18 of 2019: a rule broken, tyre pressure, blind spot, driving too long in a day. */
const alarmsOf2019: AlarmWords = Object.freeze([
  ...common,
  'general',
  'general',
  'general',
  'fatigueDriving',
  ...last,
]);

/** The alarm word, in the words of the vocabulary. */
export function setAlarms(attributes: AttributeDraft, word: number, isOf2019: boolean): void {
  if (word === 0) return;
  const words = isOf2019 ? alarmsOf2019 : olderAlarms;
  for (let bit = 0; bit < 32; bit += 1) {
    if ((word >>> bit) & 1) addAlarm(attributes, words[bit]);
  }
}

function isSet(word: number, bit: number): boolean {
  return ((word >>> bit) & 1) === 1;
}

export interface PlaceBits {
  readonly isFixed: boolean;
  readonly isSouth: boolean;
  readonly isWest: boolean;
}

/**
 * The status word: ACC, the oil circuit, and what a tracker reports only when it has it (armed, locked, doors, charging):
 * there 0 means "no" as well as "not wired".
 */
export function setStatus(attributes: AttributeDraft, word: number): PlaceBits {
  attributes.ignition = isSet(word, 0);
  attributes.blocked = isSet(word, 10);
  if (isSet(word, 12)) attributes.lock = true;
  if (word & 0x3e000) attributes.door = true;
  if (isSet(word, 26)) attributes.charge = true;
  return { isFixed: isSet(word, 1), isSouth: isSet(word, 2), isWest: isSet(word, 3) };
}
