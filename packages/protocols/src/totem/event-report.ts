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
import { TextFields } from '../wire/text-fields.ts';

function readPlace(fields: TextFields, { settings }: DecodeContext): PositionDraft | undefined {
  const fixTimeMs = fields.instantIn('yyMMdd', 0, settings?.timezone);
  const [longitude, latitude] = [fields.number(1), fields.number(2)];
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

const fields = new TextFields(',');
const bar = 0x7c;

/** Opens the content from an index on up to the bar before the checksum. */
function openContent(frame: Uint8Array, from: number): TextFields {
  const end = frame.lastIndexOf(bar);
  return fields.open(frame, from, end < from ? frame.length : end);
}

export function readCardEvent(frame: Uint8Array, from: number, context: DecodeContext) {
  openContent(frame, from);
  const draft = readPlace(fields, context);
  const card = fields.joined(3);
  if (!draft || card === '') return undefined;
  draft.attributes.driverUniqueId = card;
  return draft;
}

export function readObdEvent(frame: Uint8Array, from: number, context: DecodeContext) {
  openContent(frame, from);
  const draft = readPlace(fields, context);
  if (!draft || fields.count <= fuelField) return undefined;
  const { attributes } = draft;
  obdKeys.forEach((entry, index) => {
    const value = fields.number(firstObdField + index);
    if (entry && value !== undefined) attributes[entry[0]] = value / (entry[1] ?? 1);
  });
  const kph = fields.number(speedField);
  if (kph !== undefined && kph >= 0 && kph <= 255) attributes.obdSpeed = kph;
  const fuel = fields.number(fuelField);
  if (fuel !== undefined && fuel <= 100) attributes.fuelLevel = fuel;
  return draft;
}
