/** What a position's attribute may hold: its key's own kind of value, and no number that nothing could measure. */
import { type AttributeDataType, attributeMeaning, numberedAttributeOf } from './position-attributes.ts';

type AttributeValue = string | number | boolean;
type Bounds = readonly [least: number, most: number];

/** Wide enough for every machine: what is outside is a broken sensor, or a made-up message. */
const boundsOfDataType: Readonly<Record<AttributeDataType, Bounds>> = {
  // a hundred million kilometres, and a million hours: as far as counts may be set by hand
  distance: [0, 1e11],
  hours: [0, 3.6e12],
  voltage: [0, 10_000],
  percentage: [0, 100],
  volume: [0, 1e9],
  consumption: [0, 100_000],
  temperature: [-274, 10_000],
  speed: [0, 1852],
};

/** What a JSON number holds exactly. */
const anyNumber: Bounds = [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
const count: Bounds = [0, Number.MAX_SAFE_INTEGER];
const percent: Bounds = [-1000, 1000];

const boundsOfKey: ReadonlyMap<string, Bounds> = new Map([
  ['index', count],
  ['hdop', [0, 10_000]],
  ['vdop', [0, 10_000]],
  ['pdop', [0, 10_000]],
  ['sat', [0, 1000]],
  ['satVisible', [0, 1000]],
  // a level, percent or dBm, as the maker has it
  ['rssi', percent],
  ['steps', count],
  ['input', count],
  ['output', count],
  ['rpm', [0, 1e6]],
  ['throttle', percent],
  ['heartRate', [0, 1000]],
]);

/**
 * The value as its key takes it, by the catalogue of position attributes; undefined for one that it cannot be: text where
 * a number is meant, a number that is none or beyond all measure, anything but yes and no (1 and 0 too) for a flag. A
 * number where text is meant becomes its digits. Of a key in no catalogue every text, flag and finite number is taken,
 * and of the family `io` a text too: an element wider than a number is reported as its digits.
 */
export function attributeValue(key: string, value: AttributeValue): AttributeValue | undefined {
  return (checks.get(key) ?? checkOf(key))(value);
}

/** What a key takes of a value. */
export type AttributeCheck = (value: AttributeValue) => AttributeValue | undefined;

/** What was asked before: each attribute of each position is. Keys are what trackers send, so there are bounds. */
const checks = new Map<string, AttributeCheck>();
const mostChecks = 10_000;
const longestKey = 40;

/** `attributeValue` of one key. */
export function checkOf(key: string): AttributeCheck {
  const known = checks.get(key);
  if (known) return known;
  const check = createCheck(key);
  if (checks.size < mostChecks && key.length <= longestKey) checks.set(key, check);
  return check;
}

function createCheck(key: string): AttributeCheck {
  const meaning = attributeMeaning(key);
  switch (meaning?.valueType) {
    case undefined:
      return (value) => (isNoNumber(value) ? undefined : value);
    case 'string':
      return (value) => (isNoNumber(value) ? undefined : String(value));
    case 'boolean':
      return (value) =>
        typeof value === 'boolean' ? value : value === 1 ? true : value === 0 ? false : undefined;
    case 'number': {
      const takesText = numberedAttributeOf(key)?.family === 'io';
      const [least, most] = boundsOf(key, meaning.dataType);
      return (value) => {
        if (typeof value !== 'number') return takesText && typeof value === 'string' ? value : undefined;
        return value >= least && value <= most ? value : undefined;
      };
    }
  }
}

const isNoNumber = (value: AttributeValue): boolean => typeof value === 'number' && !Number.isFinite(value);

function boundsOf(key: string, dataType: AttributeDataType | undefined): Bounds {
  if (dataType !== undefined) return boundsOfDataType[dataType];
  return boundsOfKey.get(key) ?? anyNumber;
}
