/**
 * Report AAA (other commands use the same fields), separated by commas:
 *
 *     [number,] event, latitude, longitude, yyMMddHHmmss, A or V, satellites, GSM 0–31, km/h, course, HDOP, altitude m,
 *     mileage m, run time s, country|network|area|cell (area and cell hexadecimal), inputs and outputs (4 hexadecimal
 *     digits), analogue inputs, then what `text-tail.ts` describes
 *
 * Analogue inputs are AD1|AD2|AD3|AD4 battery|AD5 supply in hexadecimal, or, in some models, decimals: battery|supply|…
 * Source: Meitrack GPRS Protocol, 1.2 (MVT series 1.6, T1 and T333 1.4, T366 1.5, T622 1.2).
 */
import { knotsFromKph } from '@atalaia/domain/units/units';
import {
  type AttributeDraft,
  draftAt,
  type PositionDraft,
  setAltitude,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
import type { DecodeContext } from '../protocol.ts';
import { instantOfDigits } from '../wire/digit-clock.ts';
import { areHexDigits, hexIn, integerIn, numberIn } from '../wire/field-text.ts';
import { driverEvent, setEvent } from './event-alarms.ts';
import { setInputs, setOutputs, setSupply } from './ports.ts';

const coordinate = /^-?\d{1,3}\.\d+$/;

/** Where the latitude is: behind the event, which a number may precede. */
function latitudeIndex(fields: readonly string[]): number {
  if (coordinate.test(fields[1] ?? '')) return 1;
  return coordinate.test(fields[2] ?? '') ? 2 : -1;
}

function setCell(draft: PositionDraft, field: string): void {
  const [country, network, area, cell] = field.split('|');
  const mobileCountryCode = integerIn(country);
  const mobileNetworkCode = integerIn(network);
  const locationAreaCode = hexIn(area);
  const cellId = hexIn(cell);
  if (!mobileCountryCode || mobileNetworkCode === undefined || !cellId || locationAreaCode === undefined)
    return;
  draft.network = {
    cellTowers: [{ mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId }],
  };
}

const analogueKeys: readonly string[] = Object.freeze(['adc1', 'adc2', 'adc3']);

function readingIn(part: string | undefined): number | undefined {
  return part !== undefined && part.length <= 4 ? hexIn(part) : undefined;
}

function setAnalogues({ attributes }: PositionDraft, field: string): void {
  const parts = field.split('|');
  if (parts[0]?.includes('.')) {
    const [battery, power] = parts.map(numberIn);
    if (battery !== undefined) attributes.battery = battery;
    if (power !== undefined) attributes.power = power;
    return;
  }
  for (let input = 0; input < analogueKeys.length; input += 1) {
    const reading = readingIn(parts[input]);
    if (reading !== undefined) attributes[analogueKeys[input] ?? ''] = reading;
  }
  setSupply(attributes, readingIn(parts[3]), readingIn(parts[4]));
}

/** The position, or undefined when the fields do not make one. */
export function readTextReport(
  fields: readonly string[],
  { settings }: DecodeContext,
): PositionDraft | undefined {
  const place = latitudeIndex(fields);
  const event = integerIn(fields[place - 1]);
  if (place < 0 || event === undefined || fields.length < place + 11) return undefined;
  const [latitude, longitude, time = '', fix] = [
    fields[place],
    fields[place + 1],
    fields[place + 2],
    fields[place + 3],
  ];
  const fixTimeMs = instantOfDigits('yyMMdd', time.slice(0, 6), time.slice(6), settings?.timezone);
  if (fixTimeMs === undefined || !coordinate.test(longitude ?? '')) return undefined;
  const draft = draftAt(fixTimeMs);
  const { attributes } = draft;
  setEvent(attributes, event);
  setPlace(draft, Number(latitude), Number(longitude), fix === 'A');
  const numberAt = (index: number) => numberIn(fields[place + index]);
  const [sat, rssi, kph, degrees] = [numberAt(4), numberAt(5), numberAt(6), numberAt(7)];
  const [dilution, metres, odometer] = [numberAt(8), numberAt(9), numberAt(10)];
  if (sat !== undefined) attributes.sat = sat;
  if (rssi !== undefined) attributes.rssi = rssi;
  if (kph !== undefined) setSpeed(draft, knotsFromKph(kph));
  if (degrees !== undefined) setCourse(draft, degrees);
  if (dilution !== undefined) attributes.hdop = dilution;
  if (metres !== undefined) setAltitude(draft, metres);
  if (odometer !== undefined) attributes.odometer = odometer;
  const seconds = integerIn(fields[place + 11]);
  if (seconds !== undefined) attributes.runtime = seconds * 1000;
  setCell(draft, fields[place + 12] ?? '');
  const ports = fields[place + 13] ?? '';
  if (areHexDigits(ports, 0, 4)) {
    setInputs(attributes, Number.parseInt(ports.slice(0, 2), 16), settings);
    setOutputs(attributes, Number.parseInt(ports.slice(2), 16));
  }
  setAnalogues(draft, fields[place + 14] ?? '');
  readTextTail(draft, event, fields.slice(place + 15));
  return draft;
}

/**
 * What follows the analogue inputs of a text report:
 *
 *     [what belongs to the event], customized data, protocol version, fuel %, temperatures, [acceleration, deceleration…]
 *
 * The first is left out by older firmware unless the event has something to say: a card's number (37), a file's name
 * (39), a sensor's number (50, 51). Fuel is two bytes in hexadecimal, whole percent and hundredths. A temperature is the
 * sensor's number (of some units the first is 0) and, from protocol version 3 on, hundredths of a degree in 16 bits, before
 * that a signed byte of whole degrees and a byte of hundredths. Source: Meitrack GPRS Protocol 1.6 and T333 1.4, 1.2.
 */
const version = /^\d{1,2}$/;
const fuel = /^[0-9A-Fa-f]{4}$/;
const temperature = /^[0-9A-Fa-f]{6}$/;

const wideTemperatureVersion = 3;

function signed(value: number, bits: number): number {
  return value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
}

/** Where the protocol version is: third, or second where the event's own field is left out. */
function versionIndex(tail: readonly string[]): 1 | 2 {
  const [, second = '', third = ''] = tail;
  const early = version.test(second) && (third === '' || fuel.test(third));
  return early && !version.test(third) ? 1 : 2;
}

function setEventData(attributes: AttributeDraft, event: number, field: string): void {
  if (field === '') return;
  if (event === driverEvent) attributes.driverUniqueId = field;
  else attributes.eventData = field;
}

function setTemperatures(attributes: AttributeDraft, field: string, isWide: boolean): void {
  if (field === '') return;
  const parts = field.split('|').filter((part) => temperature.test(part));
  const first = parts.some((part) => part.startsWith('00')) ? 0 : 1;
  for (const part of parts) {
    const sensor = Number.parseInt(part.slice(0, 2), 16) - first + 1;
    const whole = signed(Number.parseInt(part.slice(2, 4), 16), 8);
    const hundredths = Number.parseInt(part.slice(4), 16);
    const degrees = isWide
      ? signed(Number.parseInt(part.slice(2), 16), 16) / 100
      : (whole * 100 + (whole < 0 ? -hundredths : hundredths)) / 100;
    attributes[`temp${sensor}`] = degrees;
  }
}

/** Reads what there is; a field of no known shape is passed over. */
function readTextTail({ attributes }: PositionDraft, event: number, tail: readonly string[]): void {
  const place = versionIndex(tail);
  if (place === 2) setEventData(attributes, event, tail[0] ?? '');
  const protocolVersion = integerIn(tail[place]) ?? 0;
  const percent = tail[place + 1] ?? '';
  if (fuel.test(percent)) {
    const whole = Number.parseInt(percent.slice(0, 2), 16);
    const hundredths = Number.parseInt(percent.slice(2), 16);
    if (whole <= 100) attributes.fuelLevel = Math.min(100, (whole * 100 + hundredths) / 100);
  }
  setTemperatures(attributes, tail[place + 2] ?? '', protocolVersion >= wideTemperatureVersion);
}
