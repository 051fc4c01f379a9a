/**
 * The report of TK102, TK103 and their kin: an NMEA sentence without its dollar, and what the unit adds:
 *
 *     serial,telephone,GPRMC,HHmmss.sss,A,ddmm.mmmm,N,dddmm.mmmm,E,knots,course,ddMMyy,,,A*65,F,event,imei:ID,
 *         satellites,metres,F:4.15V,charging,length,CRC,country,network,area,cell
 *
 * F or L: GPS signal full or low. What follows the id is there in the longer form alone; area and cell are
 * hexadecimal. Some units write `_` for `*`, a line's end before the signal, or GNRMC.
 */

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
