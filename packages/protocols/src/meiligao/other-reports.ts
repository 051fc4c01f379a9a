/**
 * OBD reports, decimals between commas, without clock or place.
 *
 * 0x9901: volts, rpm, km/h, throttle %, load %, coolant °C, consumption now l/h, on average, range km, mileage km, fuel of the
 * trip l, fuel in all l, number of faults, harsh accelerations, harsh brakings.
 * 0x9902, since ever: ignitions, hours driven, hours idle, warming up s, km/h on average, highest km/h, highest rpm, harsh
 * accelerations, harsh brakings. Source: public decoders; no document at hand describes them.
 */
import { type AttributeDraft, draftAt, type PositionDraft, setPlace } from '../position-draft.ts';
import type { DecodeContext } from '../protocol.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { trimmedEnd, trimmedStart } from '../wire/byte-text.ts';
import { TextFields } from '../wire/text-fields.ts';

type Key = readonly [key: string, convert?: (value: number) => number] | undefined;

const metresOf = (kilometres: number): number => Math.round(kilometres * 1000);

const presentKeys: readonly Key[] = Object.freeze<Key[]>([
  ['power'],
  ['rpm'],
  ['obdSpeed'],
  ['throttle'],
  ['engineLoad'],
  ['engineTemp'],
  ['fuelConsumption'],
  ['averageFuelConsumption'],
  ['drivingRange'],
  ['obdOdometer', metresOf],
  ['tripFuelUsed'],
  ['fuelUsed'],
  ['faultCount'],
  ['hardAccelerationCount'],
  ['hardBrakingCount'],
]);

const totalKeys: readonly Key[] = Object.freeze<Key[]>([
  ['ignitionCount'],
  ['drivingHours'],
  ['idlingHours'],
  ['hotStartSeconds'],
  ['averageSpeedKph'],
  ['highestSpeedKph'],
  ['highestRpm'],
  ['hardAccelerationCount'],
  ['hardBrakingCount'],
]);

function setAll(attributes: AttributeDraft, keys: readonly Key[], fields: TextFields): boolean {
  for (let index = 0; index < keys.length; index += 1) if (fields.number(index) === undefined) return false;
  keys.forEach((entry, index) => {
    const value = fields.number(index);
    if (entry === undefined || value === undefined) return;
    const [key, convert] = entry;
    attributes[key] = convert ? convert(value) : value;
  });
  return true;
}

const fields = new TextFields(',');

/** Opens `data[from, to)` without the blanks around it. */
function openTrimmed(data: Uint8Array, from = 0, to = data.length): TextFields {
  const start = trimmedStart(data, from, to);
  return fields.open(data, start, trimmedEnd(data, start, to));
}

/** The report, or undefined when it is not all numbers. */
export function readObdText(
  data: Uint8Array,
  isTotals: boolean,
  receivedMs: number,
): PositionDraft | undefined {
  const draft = draftAt(receivedMs);
  const isWhole = setAll(draft.attributes, isTotals ? totalKeys : presentKeys, openTrimmed(data));
  return isWhole ? draft : undefined;
}

const cards = 15;
const bars = new TextFields('|');

/**
 * 0x9966: the numbers of up to fifteen cards, u32 each, 0 for none, then `|HHmmss,ddMMyy,ddmm.mmmm,N,dddmm.mmmm,E`. The last
 * card is the driver's. Source: a public decoder.
 */
export function readCardReport(data: Uint8Array, { settings }: DecodeContext): PositionDraft | undefined {
  const reader = new ByteReader(data);
  const numbers = Array.from({ length: cards }, () => reader.u32());
  if (reader.overrun) return undefined;
  bars.open(data, data.length - reader.remaining);
  const sentence = openTrimmed(data, bars.start(1), bars.end(1));
  const fixTimeMs = sentence.instant('ddMMyy', 1, 0, settings?.timezone);
  const [degreesNorth, degreesEast] = [sentence.degrees(2, 3), sentence.degrees(4, 5)];
  if (fixTimeMs === undefined || degreesNorth === undefined || degreesEast === undefined) return undefined;
  const draft = draftAt(fixTimeMs);
  setPlace(draft, degreesNorth, degreesEast, true);
  numbers.forEach((number, index) => {
    if (number === 0) return;
    const card = String(number).padStart(10, '0');
    draft.attributes[`card${index + 1}`] = card;
    draft.attributes.driverUniqueId = card;
  });
  return draft;
}
