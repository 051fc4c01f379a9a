/**
 * Events of the newer envelope with decimals between commas, behind IMEI and bar:
 *
 *     E2 a card: yyMMddHHmmss,longitude,latitude,card|checksum
 *     E5 OBD: yyMMddHHmmss,longitude,latitude,version,mileage m,fuel used,consumption,mV,rpm,km/h,intake flow,intake kPa,
 *     coolant °C,intake °C,load %,throttle %,fuel %,|checksum
 *
 * Source: Totem AT09 protocol 2.43 and public decoders. Firmware that reports the latitude first betrays itself where the
 * second number is beyond 90°.
 */
import { draftAt, type PositionDraft, setPlace } from '../position-draft.ts';
import type { DecodeContext } from '../protocol.ts';
import { instantOfDigits } from '../wire/digit-clock.ts';
import { numberIn } from '../wire/field-text.ts';

function readPlace(fields: readonly string[], { settings }: DecodeContext): PositionDraft | undefined {
  const [clock = '', first, second] = fields;
  const fixTimeMs = instantOfDigits('yyMMdd', clock.slice(0, 6), clock.slice(6), settings?.timezone);
  const [longitude, latitude] = [numberIn(first), numberIn(second)];
  if (fixTimeMs === undefined || longitude === undefined || latitude === undefined) return undefined;
  const draft = draftAt(fixTimeMs);
  if (Math.abs(latitude) > 90) setPlace(draft, longitude, latitude, true);
  else setPlace(draft, latitude, longitude, true);
  return draft;
}

/** Keys behind the version, undefined for what has none; `scale` divides. */
const obdKeys: readonly (readonly [key: string, scale?: number] | undefined)[] = Object.freeze([
  ['obdOdometer'],
  ['fuelUsed'],
  ['fuelConsumption'],
  ['power', 1000],
  ['rpm'],
  undefined,
  ['intakeFlow'],
  ['intakePressure'],
  ['engineTemp'],
  ['intakeTemp'],
  ['engineLoad'],
  ['throttle'],
  undefined,
] as const);

const firstObdField = 4;
const speedField = 9;
const fuelField = 16;

/** The content up to the bar before the checksum. */
function fieldsOf(text: string): readonly string[] {
  const end = text.lastIndexOf('|');
  return (end < 0 ? text : text.slice(0, end)).split(',');
}

export function readCardEvent(text: string, context: DecodeContext): PositionDraft | undefined {
  const fields = fieldsOf(text);
  const draft = readPlace(fields, context);
  const card = fields.slice(3).join(',');
  if (!draft || card === '') return undefined;
  draft.attributes.driverUniqueId = card;
  return draft;
}

export function readObdEvent(text: string, context: DecodeContext): PositionDraft | undefined {
  const fields = fieldsOf(text);
  const draft = readPlace(fields, context);
  if (!draft || fields.length <= fuelField) return undefined;
  const { attributes } = draft;
  obdKeys.forEach((entry, index) => {
    const value = numberIn(fields[firstObdField + index]);
    if (entry && value !== undefined) attributes[entry[0]] = value / (entry[1] ?? 1);
  });
  const kph = numberIn(fields[speedField]);
  if (kph !== undefined && kph >= 0 && kph <= 255) attributes.obdSpeed = kph;
  const fuel = numberIn(fields[fuelField]);
  if (fuel !== undefined && fuel <= 100) attributes.fuelLevel = fuel;
  return draft;
}
