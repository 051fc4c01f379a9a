/**
 * Reports without a place:
 *
 *     NBR,HHmmss,country,network,delay,count,(area,cell,signal),…,ddMMyy,status
 *     V3,HHmmss,country and network in one,count,(area,cell,…,…),…,battery (hexadecimal),restarts,X,ddMMyy,status
 *     VP1,V,country,network,area,cell,signalYarea,cell,signalY…
 *     LINK,HHmmss,signal,satellites,battery,steps,turnovers,ddMMyy,status
 */
import type { CellTower } from '../decoded-position.ts';
import { draftAt, type PositionDraft } from '../position-draft.ts';
import { TextFields } from '../wire/text-fields.ts';
import type { Zone } from '../wire/tracker-clock.ts';
import { readTail } from './report-tail.ts';
import { readStatusField, statusFrom } from './status.ts';

const maxCells = 32;

/** Area, cell and signal from an index on; without a signal where `end` is behind the cell. */
function towerOf(
  country: number | undefined,
  network: number | undefined,
  fields: TextFields,
  at: number,
  end = at + 3,
): CellTower | undefined {
  const [locationAreaCode, cellId] = [fields.integer(at), fields.integer(at + 1)];
  if (!country || network === undefined || locationAreaCode === undefined || cellId === undefined)
    return undefined;
  const tower = { mobileCountryCode: country, mobileNetworkCode: network, locationAreaCode, cellId };
  const signalStrength = at + 2 < end ? fields.number(at + 2) : undefined;
  return signalStrength !== undefined && signalStrength < 0 ? { ...tower, signalStrength } : tower;
}

function withTowers(draft: PositionDraft, towers: readonly (CellTower | undefined)[]): PositionDraft {
  const cellTowers = towers.filter((tower) => tower !== undefined);
  if (cellTowers.length > 0) draft.network = { cellTowers };
  return draft;
}

/** The clock and the status that end a report. */
function draftOf(fields: TextFields, dateAt: number, zone: Zone): PositionDraft | undefined {
  const time = fields.instant('ddMMyy', dateAt, 3, zone);
  if (time === undefined) return undefined;
  const draft = draftAt(time);
  if (readStatusField(fields, dateAt + 1, draft.attributes)) readTail(fields, dateAt + 2, draft);
  return draft;
}

/** Units that report more or fewer cells than they counted are read up to their date, which is before the status. */
function readNeighbours(fields: TextFields, zone: Zone): PositionDraft | undefined {
  const [country, network, counted] = [fields.integer(4), fields.integer(5), fields.integer(7)];
  if (counted === undefined || counted > maxCells) return undefined;
  const placed = draftOf(fields, 8 + counted * 3, zone);
  const dateAt = placed ? 8 + counted * 3 : statusFrom(fields, 9) - 1;
  const draft = placed ?? draftOf(fields, dateAt, zone);
  const count = Math.floor((dateAt - 8) / 3);
  if (!draft || count > maxCells) return undefined;
  const towers = Array.from({ length: count }, (_, index) =>
    towerOf(country, network, fields, 8 + index * 3),
  );
  return withTowers(draft, towers);
}

/** The last field that is an X; -1 when there is none. */
function markIndex(fields: TextFields): number {
  let at = fields.count - 1;
  while (at >= 0 && !fields.is(at, 'X')) at -= 1;
  return at;
}

function readV3(fields: TextFields, zone: Zone): PositionDraft | undefined {
  const operatorDigits = fields.length(4);
  const count = fields.integer(5);
  const mark = markIndex(fields);
  if (operatorDigits < 4 || operatorDigits > 6 || !fields.areDigits(4)) return undefined;
  if (count === undefined || count > maxCells || mark < 8) return undefined;
  const draft = draftOf(fields, mark + 1, zone);
  if (!draft) return undefined;
  const millivolts = fields.length(mark - 2) === 4 ? (fields.hex(mark - 2) ?? 0) : 0;
  if (millivolts > 1000) draft.attributes.battery = millivolts / 1000;
  else if (millivolts > 0 && millivolts <= 100) draft.attributes.batteryLevel = millivolts;
  const restarts = fields.integer(mark - 1);
  if (restarts !== undefined) draft.attributes.restarts = restarts;
  const country = fields.digits(4, 0, 3);
  const network = fields.digits(4, 3, operatorDigits - 3);
  const towers = Array.from({ length: count }, (_, index) =>
    towerOf(country, network, fields, 6 + index * 4, 8 + index * 4),
  );
  return withTowers(draft, towers);
}

const groups = new TextFields('Y');
const groupFields = new TextFields(',');

function readVp1(fields: TextFields, receivedMs: number): PositionDraft | undefined {
  const [country, network] = [fields.integer(4), fields.integer(5)];
  if (!fields.is(3, 'V') || !country || network === undefined) return undefined;
  const { bytes } = groups.open(fields.bytes, fields.start(6), fields.end(fields.count - 1), maxCells);
  const towers: (CellTower | undefined)[] = [];
  for (let at = 0; at < groups.count; at += 1) {
    towers.push(towerOf(country, network, groupFields.open(bytes, groups.start(at), groups.end(at)), 0));
  }
  return withTowers(draftAt(receivedMs), towers);
}

function readLink(fields: TextFields, zone: Zone): PositionDraft | undefined {
  const draft = draftOf(fields, 9, zone);
  if (!draft) return undefined;
  const { attributes } = draft;
  const signal = fields.integer(4);
  if (signal !== undefined) attributes.rssi = signal;
  const satellites = fields.integer(5);
  if (satellites !== undefined) attributes.sat = satellites;
  const battery = fields.integer(6);
  if (battery !== undefined && battery <= 100) attributes.batteryLevel = battery;
  const steps = fields.integer(7);
  if (steps !== undefined) attributes.steps = steps;
  const turnovers = fields.integer(8);
  if (turnovers !== undefined) attributes.turnovers = turnovers;
  return draft;
}

/** The report, or undefined when the type is none of these or its fields do not fit. */
export function readCellReport(
  type: string,
  fields: TextFields,
  zone: Zone,
  receivedMs: number,
): PositionDraft | undefined {
  if (type === 'NBR') return readNeighbours(fields, zone);
  if (type === 'V3') return readV3(fields, zone);
  if (type === 'VP1') return readVp1(fields, receivedMs);
  return type === 'LINK' ? readLink(fields, zone) : undefined;
}
