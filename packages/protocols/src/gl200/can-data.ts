/**
 * Vehicle bus data: a mask of eight hexadecimal digits, then a field for each of its bits, in the order below (rpm is
 * before speed). Bit 29 of the first mask means a second mask. A distance has `H` for
 * hectometres, a volume `L` or (no field of ours) `K` for kilograms, a level `P` for percent or `L` for litres, a
 * consumption `L/H`; hours are decimal.
 * Source: github.com/traccar/traccar Gl200TextProtocolDecoder (GTCAN), github.com/traccar/traccar issue 5964 (GV56).
 */
import type { AttributeDraft } from '../position-draft.ts';
import { hexIn, integerIn, numberIn } from '../wire/field-text.ts';
import type { FieldCursor } from './field-cursor.ts';

type CanField = (attributes: AttributeDraft, field: string) => void;

const hourMs = 3_600_000;

function setNumber(attributes: AttributeDraft, key: string, value: number | undefined, factor = 1): void {
  if (value !== undefined && value >= 0) attributes[key] = factor === 1 ? value : Math.round(value * factor);
}

const counted =
  (key: string, factor = 1): CanField =>
  (attributes, field) =>
    setNumber(attributes, key, numberIn(field), factor);

const whole =
  (key: string, most: number): CanField =>
  (attributes, field) => {
    const value = integerIn(field);
    if (value !== undefined && value <= most) attributes[key] = value;
  };

const flags =
  (key: string): CanField =>
  (attributes, field) =>
    setNumber(attributes, key, hexIn(field));

const text =
  (key: string): CanField =>
  (attributes, field) => {
    attributes[key] = field;
  };

/** A number behind a letter that says its unit; without one it is in `bare`. */
function unitNumber(field: string, unit: string, bare: boolean): number | undefined {
  if (field.startsWith(unit)) return numberIn(field.slice(unit.length));
  return bare ? numberIn(field) : undefined;
}

const litres =
  (key: string): CanField =>
  (attributes, field) =>
    setNumber(attributes, key, unitNumber(field, 'L', true));

const tank: CanField = (attributes, field) => {
  setNumber(attributes, 'fuel', unitNumber(field, 'L', false));
  const percent = unitNumber(field, 'P', false);
  if (percent !== undefined && percent >= 0 && percent <= 100) attributes.fuelLevel = percent;
};

const speed: CanField = (attributes, field) => {
  const kph = integerIn(field);
  if (kph !== undefined && kph <= 500) attributes.obdSpeed = kph;
};

const coolant: CanField = (attributes, field) => {
  const degrees = numberIn(field);
  if (degrees !== undefined && Math.abs(degrees) <= 300) attributes.engineTemp = degrees;
};

const doors: CanField = (attributes, field) => {
  const bits = hexIn(field);
  if (bits === undefined) return;
  attributes.doors = bits;
  attributes.door = (bits & 0x0f) !== 0;
};

const engineKey: CanField = (attributes, field) => {
  const state = integerIn(field);
  if (state !== undefined && state <= 2) attributes.ignition = state > 0;
};

const analog: CanField = (attributes, field) => {
  const millivolts = integerIn(field);
  if (millivolts !== undefined) attributes.adc1 = millivolts / 1000;
};

/** Of these nothing is kept. */
const unread: CanField = () => undefined;

const rpmBit = 5;
const speedBit = 4;
/** The order in which the bits' fields are. Those of 22 to 28 differ by model; none of them is kept. */
const firstOrder: readonly number[] = Object.freeze(
  Array.from({ length: 22 }, (_, bit) => (bit === 4 ? rpmBit : bit === 5 ? speedBit : bit)),
);
const faultCodesBit = 28;
const secondOrder: readonly number[] = Object.freeze(Array.from({ length: faultCodesBit }, (_, bit) => bit));

const firstFields: ReadonlyMap<number, CanField> = new Map([
  [0, text('vin')],
  [1, engineKey],
  [2, (attributes, field) => setNumber(attributes, 'obdOdometer', unitNumber(field, 'H', false), 100)],
  [3, litres('fuelUsed')],
  [speedBit, speed],
  [rpmBit, whole('rpm', 20_000)],
  [6, coolant],
  [7, (attributes, field) => setNumber(attributes, 'fuelConsumption', unitNumber(field, 'L/H', false))],
  [8, tank],
  [9, counted('range', 100)],
  [10, whole('throttle', 100)],
  [11, counted('hours', hourMs)],
  [12, counted('drivingTime', hourMs)],
  [13, counted('idleTime', hourMs)],
  [14, litres('idleFuelUsed')],
  [15, counted('axleWeight')],
  [16, flags('tachograph')],
  [17, flags('indicators')],
  [18, flags('lights')],
  [19, doors],
  [20, counted('overspeedTime', hourMs)],
  [21, counted('engineOverspeedTime', hourMs)],
]);

const secondFields: ReadonlyMap<number, CanField> = new Map([
  [0, (attributes, field) => setNumber(attributes, 'adBlueLevel', numberIn(field.replace(/^[LP]/, '')))],
  [1, counted('axleWeight1')],
  [2, counted('axleWeight3')],
  [3, counted('axleWeight4')],
  [7, analog],
  [10, counted('kickDowns')],
  [14, counted('brakeApplications')],
  [15, text('driverUniqueId')],
  [16, text('driver2UniqueId')],
  [19, text('registration')],
  [21, counted('rapidBrakings')],
  [22, counted('rapidAccelerations')],
]);

const hasBit = (mask: number, bit: number) => ((mask >>> bit) & 1) === 1;

function readMasked(
  cursor: FieldCursor,
  mask: number,
  order: readonly number[],
  fields: ReadonlyMap<number, CanField>,
  attributes: AttributeDraft,
): void {
  for (const bit of order) {
    if (!hasBit(mask, bit)) continue;
    const field = cursor.next();
    if (field) (fields.get(bit) ?? unread)(attributes, field);
  }
}

const maskDigits = /^[0-9A-Fa-f]{8}$/;
const mostBetweenMasks = 7;

/** The second mask, behind the fields that differ by model; undefined when there is none. */
function secondMaskOf(cursor: FieldCursor): number | undefined {
  for (let skipped = 0; skipped <= mostBetweenMasks; skipped += 1) {
    if (!maskDigits.test(cursor.ahead(skipped) ?? '')) continue;
    cursor.skip(skipped);
    return hexIn(cursor.next());
  }
  return undefined;
}

/** Reads from the mask on. Nothing is read without one. */
export function readCanData(cursor: FieldCursor, attributes: AttributeDraft): void {
  const mask = hexIn(cursor.next());
  if (mask === undefined) return;
  readMasked(cursor, mask, firstOrder, firstFields, attributes);
  const secondMask = hasBit(mask, 29) ? secondMaskOf(cursor) : undefined;
  if (secondMask === undefined) return;
  readMasked(cursor, secondMask, secondOrder, secondFields, attributes);
  const codes = hasBit(secondMask, faultCodesBit) ? integerIn(cursor.next()) : undefined;
  if (codes !== undefined && codes > 0 && codes < 256) attributes.dtcCount = codes;
}
