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
  draftAt,
  type PositionDraft,
  setAltitude,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
import type { DecodeContext } from '../protocol.ts';
import { instantOfDigits } from '../wire/digit-clock.ts';
import { hexIn, integerIn, numberIn } from '../wire/field-text.ts';
import { setEvent } from './event-alarms.ts';
import { setInputs, setOutputs } from './ports.ts';
import { setSupply } from './supply.ts';
import { readTextTail } from './text-tail.ts';

/** Fields from the latitude to the analogue inputs. */
const bodyFields = 17;
const coordinate = /^-?\d{1,3}\.\d+$/;

/** Where the latitude is: behind the event, which a number may precede. */
function latitudeIndex(fields: readonly string[]): number {
  return [1, 2].find((index) => coordinate.test(fields[index] ?? '')) ?? -1;
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

function setAnalogues({ attributes }: PositionDraft, field: string): void {
  const parts = field.split('|');
  if (parts[0]?.includes('.')) {
    const [battery, power] = parts.map(numberIn);
    if (battery !== undefined) attributes.battery = battery;
    if (power !== undefined) attributes.power = power;
    return;
  }
  const readings = parts.map((part) => (part.length <= 4 ? hexIn(part) : undefined));
  for (let input = 1; input <= 3; input += 1) {
    const reading = readings[input - 1];
    if (reading !== undefined) attributes[`adc${input}`] = reading;
  }
  setSupply(attributes, readings[3], readings[4]);
}

/** The position, or undefined when the fields do not make one. */
export function readTextReport(
  fields: readonly string[],
  { settings }: DecodeContext,
): PositionDraft | undefined {
  const place = latitudeIndex(fields);
  const event = integerIn(fields[place - 1]);
  if (place < 0 || event === undefined || fields.length < place + 11) return undefined;
  const [latitude, longitude, time = '', fix, satellites, gsm, speed, course, hdop, altitude, mileage] =
    fields.slice(place, place + bodyFields);
  const fixTimeMs = instantOfDigits('yyMMdd', time.slice(0, 6), time.slice(6), settings?.timezone);
  if (fixTimeMs === undefined || !coordinate.test(longitude ?? '')) return undefined;
  const draft = draftAt(fixTimeMs);
  const { attributes } = draft;
  setEvent(attributes, event);
  setPlace(draft, Number(latitude), Number(longitude), fix === 'A');
  const numbers = [satellites, gsm, speed, course, hdop, altitude, mileage].map(numberIn);
  const [sat, rssi, kph, degrees, dilution, metres, odometer] = numbers;
  if (sat !== undefined) attributes.sat = sat;
  if (rssi !== undefined) attributes.rssi = rssi;
  if (kph !== undefined) setSpeed(draft, knotsFromKph(kph));
  if (degrees !== undefined) setCourse(draft, degrees);
  if (dilution !== undefined) attributes.hdop = dilution;
  if (metres !== undefined) setAltitude(draft, metres);
  if (odometer !== undefined) attributes.odometer = odometer;
  const [runTime, cell = '', ports = '', analogues = ''] = fields.slice(place + 11, place + 15);
  const seconds = integerIn(runTime);
  if (seconds !== undefined) attributes.runtime = seconds * 1000;
  setCell(draft, cell);
  if (/^[0-9A-Fa-f]{4}$/.test(ports)) {
    setInputs(attributes, Number.parseInt(ports.slice(0, 2), 16), settings);
    setOutputs(attributes, Number.parseInt(ports.slice(2), 16));
  }
  setAnalogues(draft, analogues);
  readTextTail(draft, event, fields.slice(place + 15));
  return draft;
}
