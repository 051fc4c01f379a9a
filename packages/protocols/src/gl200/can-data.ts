/**
 * Vehicle bus data: a mask of eight hexadecimal digits, then a field for each of its bits, in the order below (rpm is
 * before speed). Bit 29 of the first mask means a second mask. A distance has `H` for
 * hectometres, a volume `L` or (no field of ours) `K` for kilograms, a level `P` for percent or `L` for litres, a
 * consumption `L/H`; hours are decimal.
 * Source: github.com/traccar/traccar Gl200TextProtocolDecoder (GTCAN), github.com/traccar/traccar issue 5964 (GV56).
 */
import type { AttributeDraft } from '../position-draft.ts';
import type { FieldCursor, TextFields } from '../wire/text-fields.ts';

/** Reads a field that is not empty. */
type CanField = (attributes: AttributeDraft, fields: TextFields, index: number) => void;

const hourMs = 3_600_000;

function setNumber(attributes: AttributeDraft, key: string, value: number | undefined, factor = 1): void {
  if (value !== undefined && value >= 0) attributes[key] = factor === 1 ? value : Math.round(value * factor);
}

const counted =
  (key: string, factor = 1): CanField =>
  (attributes, fields, index) =>
    setNumber(attributes, key, fields.number(index), factor);

const whole =
  (key: string, most: number): CanField =>
  (attributes, fields, index) => {
    const value = fields.integer(index);
    if (value !== undefined && value <= most) attributes[key] = value;
  };

const flags =
  (key: string): CanField =>
  (attributes, fields, index) =>
    setNumber(attributes, key, fields.hex(index));

const text =
  (key: string): CanField =>
  (attributes, fields, index) => {
    attributes[key] = fields.text(index);
  };

/** A number behind a letter, or letters, that say its unit; without one it is in `bare`. */
function unitNumber(fields: TextFields, index: number, unit: string, bare: boolean): number | undefined {
  for (let at = 0; at < unit.length; at += 1) {
    if (fields.byte(index, at) !== unit.charCodeAt(at)) return bare ? fields.number(index) : undefined;
  }
  return fields.numberWithin(index, unit.length);
}

const litres =
  (key: string): CanField =>
  (attributes, fields, index) =>
    setNumber(attributes, key, unitNumber(fields, index, 'L', true));

const tank: CanField = (attributes, fields, index) => {
  setNumber(attributes, 'fuel', unitNumber(fields, index, 'L', false));
  const percent = unitNumber(fields, index, 'P', false);
  if (percent !== undefined && percent >= 0 && percent <= 100) attributes.fuelLevel = percent;
};

const speed: CanField = (attributes, fields, index) => {
  const kph = fields.integer(index);
  if (kph !== undefined && kph <= 500) attributes.obdSpeed = kph;
};

const coolant: CanField = (attributes, fields, index) => {
  const degrees = fields.number(index);
  if (degrees !== undefined && Math.abs(degrees) <= 300) attributes.engineTemp = degrees;
};

const doors: CanField = (attributes, fields, index) => {
  const bits = fields.hex(index);
  if (bits === undefined) return;
  attributes.doors = bits;
  attributes.door = (bits & 0x0f) !== 0;
};

const engineKey: CanField = (attributes, fields, index) => {
  const state = fields.integer(index);
  if (state !== undefined && state <= 2) attributes.ignition = state > 0;
};

const analog: CanField = (attributes, fields, index) => {
  const millivolts = fields.integer(index);
  if (millivolts !== undefined) attributes.adc1 = millivolts / 1000;
};

const letterL = 0x4c;
const letterP = 0x50;

/** A level, whatever its unit. */
const adBlue: CanField = (attributes, fields, index) => {
  const unit = fields.byte(index);
  const digitsAt = unit === letterL || unit === letterP ? 1 : 0;
  setNumber(attributes, 'adBlueLevel', fields.numberWithin(index, digitsAt));
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
  [
    2,
    (attributes, fields, index) =>
      setNumber(attributes, 'obdOdometer', unitNumber(fields, index, 'H', false), 100),
  ],
  [3, litres('fuelUsed')],
  [speedBit, speed],
  [rpmBit, whole('rpm', 20_000)],
  [6, coolant],
  [
    7,
    (attributes, fields, index) =>
      setNumber(attributes, 'fuelConsumption', unitNumber(fields, index, 'L/H', false)),
  ],
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
  [0, adBlue],
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
    const index = cursor.next();
    if (!cursor.fields.isEmpty(index)) (fields.get(bit) ?? unread)(attributes, cursor.fields, index);
  }
}

const mostBetweenMasks = 7;

/** The second mask, behind the fields that differ by model; undefined when there is none. */
function secondMaskOf(cursor: FieldCursor): number | undefined {
  for (let skipped = 0; skipped <= mostBetweenMasks; skipped += 1) {
    if (!cursor.fields.areHexDigits(cursor.ahead(skipped), 8)) continue;
    cursor.skip(skipped);
    return cursor.hex();
  }
  return undefined;
}

/** Reads from the mask on. Nothing is read without one. */
export function readCanData(cursor: FieldCursor, attributes: AttributeDraft): void {
  const mask = cursor.hex();
  if (mask === undefined) return;
  readMasked(cursor, mask, firstOrder, firstFields, attributes);
  const secondMask = hasBit(mask, 29) ? secondMaskOf(cursor) : undefined;
  if (secondMask === undefined) return;
  readMasked(cursor, secondMask, secondOrder, secondFields, attributes);
  const codes = hasBit(secondMask, faultCodesBit) ? cursor.integer() : undefined;
  if (codes !== undefined && codes > 0 && codes < 256) attributes.dtcCount = codes;
}
