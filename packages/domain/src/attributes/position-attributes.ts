/** What a position's attributes mean: the catalogue of the field's keys (UNIT-04). Labels are in `phrases`. */

export type AttributeValueType = 'number' | 'boolean' | 'string';

/**
 * The stored unit of a number: distance in metres, hours in ms, speed in km/h (as the vehicle's own computer has it), volume in litres, consumption in litres
 * an hour, voltage in volts, temperature in °C, percentage 0–100.
 */
export type AttributeDataType =
  | 'distance'
  | 'hours'
  | 'voltage'
  | 'percentage'
  | 'volume'
  | 'consumption'
  | 'temperature'
  | 'speed';

export interface AttributeMeaning {
  readonly valueType: AttributeValueType;
  readonly dataType?: AttributeDataType;
}

const number: AttributeMeaning = Object.freeze({ valueType: 'number' });
const boolean: AttributeMeaning = Object.freeze({ valueType: 'boolean' });
const string: AttributeMeaning = Object.freeze({ valueType: 'string' });
const measured = (dataType: AttributeDataType): AttributeMeaning =>
  Object.freeze({ valueType: 'number', dataType });
const distance = measured('distance');
const hours = measured('hours');
const voltage = measured('voltage');
const percentage = measured('percentage');
const volume = measured('volume');
const temperature = measured('temperature');

export const positionAttributes = Object.freeze({
  index: number,
  hdop: number,
  vdop: number,
  pdop: number,
  sat: number,
  satVisible: number,
  rssi: number,
  gps: number,
  steps: number,
  input: number,
  output: number,
  rpm: number,
  throttle: number,
  acceleration: number,
  heartRate: number,
  deviceTemp: temperature,
  engineTemp: temperature,
  power: voltage,
  battery: voltage,
  batteryLevel: percentage,
  fuel: volume,
  fuelLevel: percentage,
  fuelUsed: volume,
  fuelConsumption: measured('consumption'),
  odometer: distance,
  serviceOdometer: distance,
  tripOdometer: distance,
  distance,
  totalDistance: distance,
  obdOdometer: distance,
  obdSpeed: measured('speed'),
  hours,
  runtime: hours,
  drivingTime: hours,
  roaming: boolean,
  ignition: boolean,
  motion: boolean,
  armed: boolean,
  blocked: boolean,
  archive: boolean,
  approximate: boolean,
  lock: boolean,
  door: boolean,
  charge: boolean,
  raw: string,
  event: string,
  alarm: string,
  status: string,
  versionFw: string,
  versionHw: string,
  type: string,
  flags: string,
  ip: string,
  vin: string,
  geofence: string,
  operator: string,
  command: string,
  dtcs: string,
  result: string,
  driverUniqueId: string,
  iccid: string,
} satisfies Record<string, AttributeMeaning>);

export type PositionAttribute = keyof typeof positionAttributes;

/** The instants of a position, beside its attributes: whatever counts one of them counts time, ms since 1970 UTC. */
export const positionTimes: ReadonlySet<string> = new Set(['fixTime', 'deviceTime', 'serverTime']);

/** Families whose keys end in a number from 1: `temp1`, `adc2`, `in3`. */
export const numberedAttributes = Object.freeze({
  temp: temperature,
  adc: number,
  io: number,
  count: number,
  in: boolean,
  out: boolean,
} satisfies Record<string, AttributeMeaning>);

export type NumberedAttribute = keyof typeof numberedAttributes;

/** A key of a family taken apart; undefined for every other key. */
export function numberedAttributeOf(
  key: string,
): { readonly family: NumberedAttribute; readonly number: number } | undefined {
  const [, family = '', digits] = /^([a-z]+)([1-9]\d*)$/.exec(key) ?? [];
  if (!Object.hasOwn(numberedAttributes, family)) return undefined;
  return { family: family as NumberedAttribute, number: Number(digits) };
}

/** What was found before: each attribute of each position is asked for. Keys are what trackers send, so there are bounds. */
const known = new Map<string, AttributeMeaning | undefined>();
const mostKnown = 10_000;
const longestKnown = 40;

/** What a key means, families included; undefined for a key of no catalogue, whose value is shown as it came. */
export function attributeMeaning(key: string): AttributeMeaning | undefined {
  const meaning = known.get(key);
  if (meaning !== undefined || known.has(key)) return meaning;
  const found = meaningOf(key);
  if (known.size < mostKnown && key.length <= longestKnown) known.set(key, found);
  return found;
}

function meaningOf(key: string): AttributeMeaning | undefined {
  if (Object.hasOwn(positionAttributes, key)) return positionAttributes[key as PositionAttribute];
  const numbered = numberedAttributeOf(key);
  return numbered && numberedAttributes[numbered.family];
}
