import { knotsFromKph } from '@atalaia/domain/units/units';
import {
  type AttributeDraft,
  addAlarm,
  draftAt,
  type PositionDraft,
  setAltitude,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
import { instantOfDigits } from '../wire/digit-clock.ts';
import { degreesIn, hexIn, integerIn, numberIn } from '../wire/field-text.ts';
import type { Zone } from '../wire/tracker-clock.ts';

/**
 * The report of TK102, TK103 and their kin: an NMEA sentence without its dollar, and what the unit adds:
 *
 *     serial,telephone,GPRMC,HHmmss.sss,A,ddmm.mmmm,N,dddmm.mmmm,E,knots,course,ddMMyy,,,A*65,F,event,imei:ID,
 *         satellites,metres,F:4.15V,charging,length,CRC,country,network,area,cell
 *
 * F or L: GPS signal full or low. What follows the id is there in the longer form alone; area and cell are
 * hexadecimal. Some units write `_` for `*`, a line's end before the signal, or GNRMC.
 */
interface RmcReport {
  readonly uniqueId: string;
  readonly draft: PositionDraft;
}

/** Without blanks, exclamation marks and capitals. */
const alarms: ReadonlyMap<string, string> = new Map([
  ['helpme', 'sos'],
  ['sos', 'sos'],
  ['lowbattery', 'lowBattery'],
  ['move', 'movement'],
  ['moved', 'movement'],
  ['stockade', 'geofence'],
  ['speed', 'overspeed'],
  ['overspeed', 'overspeed'],
  ['vibration', 'vibration'],
  ['shock', 'shock'],
]);

const ignitions: ReadonlyMap<string, boolean> = new Map([
  ['accon', true],
  ['accstart', true],
  ['accoff', false],
  ['accstop', false],
]);

function readEvent(field: string, attributes: AttributeDraft): void {
  const event = field.trim();
  const word = event.toLowerCase().replace(/[\s!]/g, '');
  if (word === '') return;
  const alarm = alarms.get(word);
  const ignition = ignitions.get(word);
  if (alarm !== undefined) addAlarm(attributes, alarm);
  else if (ignition !== undefined) attributes.ignition = ignition;
  else attributes.event = event;
}

const volts = /^[FL]:(\d{1,2}(?:\.\d+)?)V/;

function readDetail(fields: readonly string[], draft: PositionDraft): void {
  const reading = volts.exec(fields[2]?.trim() ?? '')?.[1];
  if (reading === undefined) return;
  const { attributes } = draft;
  attributes.battery = Number(reading);
  const satellites = integerIn(fields[0]);
  if (satellites !== undefined) attributes.sat = satellites;
  const altitude = numberIn(fields[1]);
  if (altitude !== undefined) setAltitude(draft, altitude);
  if (fields[3] === '0' || fields[3] === '1') attributes.charge = fields[3] === '1';
  const [country, network] = [integerIn(fields[6]), integerIn(fields[7])];
  const [area, cell] = [hexIn(fields[8]), hexIn(fields[9]?.trim())];
  if (!country || network === undefined || !area || !cell) return;
  draft.network = {
    cellTowers: [
      { mobileCountryCode: country, mobileNetworkCode: network, locationAreaCode: area, cellId: cell },
    ],
  };
}

/** The position and whose it is, or undefined when the text holds no sentence and no id. */
export function readRmcReport(text: string, zone: Zone, receivedMs: number): RmcReport | undefined {
  const start = /G[PN]RMC,/.exec(text)?.index;
  const mark = text.indexOf('imei:');
  if (start === undefined || mark < start) return undefined;
  const [uniqueId = '', ...detail] = text.slice(mark + 'imei:'.length).split(',');
  if (!/^\d{6,20}$/.test(uniqueId.trim())) return undefined;
  const fields = text.slice(start, mark).split(',');
  const [, time, fix, latitude, north, longitude, east, speed, course, date] = fields;
  const draft = draftAt(instantOfDigits('ddMMyy', date, time, zone) ?? receivedMs);
  const degreesNorth = degreesIn(latitude, north);
  const degreesEast = degreesIn(longitude, east === '' ? 'E' : east);
  if (degreesNorth !== undefined && degreesEast !== undefined) {
    setPlace(draft, degreesNorth, degreesEast, fix === 'A');
  } else if (latitude !== '' || longitude !== '') return undefined;
  const knots = numberIn(speed);
  if (knots !== undefined) setSpeed(draft, knots);
  const degrees = numberIn(course);
  if (degrees !== undefined) setCourse(draft, degrees);
  const signal = fields.findIndex((field, at) => at > 9 && /^[FL]$/.test(field.trim()));
  if (signal > 0) readEvent(fields[signal + 1] ?? '', draft.attributes);
  readDetail(detail, draft);
  return { uniqueId: uniqueId.trim(), draft };
}

/**
 * The report of the XT series:
 *
 *     TK,ID,yyMMddHHmmss,latitude,longitude,km/h,course,satellites,metres,F,country,network,area,cell,signal,,battery V,charging,…
 *
 * F or L: with or without a fix; area and cell are hexadecimal. A sign of life `HI,ID` may precede it.
 */
interface XtReport {
  readonly uniqueId: string;
  readonly draft: PositionDraft;
}

function readNetwork(fields: readonly string[], draft: PositionDraft): void {
  const [country, network] = [integerIn(fields[10]), integerIn(fields[11])];
  const [area, cell] = [hexIn(fields[12]), hexIn(fields[13])];
  if (!country || network === undefined || !area || !cell) return;
  draft.network = {
    cellTowers: [
      { mobileCountryCode: country, mobileNetworkCode: network, locationAreaCode: area, cellId: cell },
    ],
  };
}

/** The position and whose it is, or undefined when the fields do not make one. */
export function readXtReport(text: string, zone: Zone): XtReport | undefined {
  const start = text.indexOf('TK,');
  if (start < 0) return undefined;
  const fields = text.slice(start).trim().split(',');
  const [, uniqueId = '', clock = ''] = fields;
  const time = instantOfDigits('yyMMdd', clock.slice(0, 6), clock.slice(6), zone);
  const [latitude, longitude, kph, course] = fields.slice(3, 7).map(numberIn);
  if (!/^\d{6,20}$/.test(uniqueId) || time === undefined) return undefined;
  if (latitude === undefined || longitude === undefined) return undefined;
  const draft = draftAt(time);
  const { attributes } = draft;
  setPlace(draft, latitude, longitude, fields[9] === 'F');
  if (kph !== undefined) setSpeed(draft, knotsFromKph(kph));
  if (course !== undefined) setCourse(draft, course);
  const [satellites, signal] = [integerIn(fields[7]), integerIn(fields[14])];
  if (satellites !== undefined) attributes.sat = satellites;
  const altitude = numberIn(fields[8]);
  if (altitude !== undefined) setAltitude(draft, altitude);
  if (signal !== undefined) attributes.rssi = signal;
  const battery = numberIn(fields[16]);
  if (battery !== undefined) attributes.battery = battery;
  if (fields[17] === '0' || fields[17] === '1') attributes.charge = fields[17] === '1';
  readNetwork(fields, draft);
  return { uniqueId, draft };
}
