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
import { instantOfDigits } from '../wire/digit-clock.ts';
import { integerIn, numberIn } from '../wire/field-text.ts';
import type { Zone } from '../wire/tracker-clock.ts';
import { readTail } from './report-tail.ts';
import { isStatus, readStatusField } from './status.ts';

const maxCells = 32;

function towerOf(
  country: number | undefined,
  network: number | undefined,
  [area, cell, signal]: readonly (string | undefined)[],
): CellTower | undefined {
  const [locationAreaCode, cellId] = [integerIn(area), integerIn(cell)];
  if (!country || network === undefined || locationAreaCode === undefined || cellId === undefined)
    return undefined;
  const tower = { mobileCountryCode: country, mobileNetworkCode: network, locationAreaCode, cellId };
  const signalStrength = numberIn(signal);
  return signalStrength !== undefined && signalStrength < 0 ? { ...tower, signalStrength } : tower;
}

function withTowers(draft: PositionDraft, towers: readonly (CellTower | undefined)[]): PositionDraft {
  const cellTowers = towers.filter((tower) => tower !== undefined);
  if (cellTowers.length > 0) draft.network = { cellTowers };
  return draft;
}

/** The clock and the status that end a report. */
function draftOf(fields: readonly string[], dateAt: number, zone: Zone): PositionDraft | undefined {
  const time = instantOfDigits('ddMMyy', fields[dateAt], fields[3], zone);
  if (time === undefined) return undefined;
  const draft = draftAt(time);
  if (readStatusField(fields[dateAt + 1], draft.attributes)) readTail(fields.slice(dateAt + 2), draft);
  return draft;
}

/** Where the date is that ends a list: before the status. */
function dateBeforeStatus(fields: readonly string[], from: number): number {
  return fields.findIndex((field, at) => at > from && isStatus(field)) - 1;
}

/** Units that report more or fewer cells than they counted are read up to their date. */
function readNeighbours(fields: readonly string[], zone: Zone): PositionDraft | undefined {
  const [country, network, , counted] = fields.slice(4, 8).map(integerIn);
  if (counted === undefined || counted > maxCells) return undefined;
  const placed = draftOf(fields, 8 + counted * 3, zone);
  const dateAt = placed ? 8 + counted * 3 : dateBeforeStatus(fields, 8);
  const draft = placed ?? draftOf(fields, dateAt, zone);
  const count = Math.floor((dateAt - 8) / 3);
  if (!draft || count > maxCells) return undefined;
  const towers = Array.from({ length: count }, (_, index) =>
    towerOf(country, network, fields.slice(8 + index * 3, 11 + index * 3)),
  );
  return withTowers(draft, towers);
}

function readV3(fields: readonly string[], zone: Zone): PositionDraft | undefined {
  const [, country, network] = /^(\d{3})(\d{1,3})$/.exec(fields[4] ?? '') ?? [];
  const count = integerIn(fields[5]);
  const mark = fields.lastIndexOf('X');
  if (country === undefined || count === undefined || count > maxCells || mark < 8) return undefined;
  const draft = draftOf(fields, mark + 1, zone);
  if (!draft) return undefined;
  const battery = fields[mark - 2] ?? '';
  const millivolts = /^[0-9A-Fa-f]{4}$/.test(battery) ? Number.parseInt(battery, 16) : 0;
  if (millivolts > 1000) draft.attributes.battery = millivolts / 1000;
  else if (millivolts > 0 && millivolts <= 100) draft.attributes.batteryLevel = millivolts;
  const restarts = integerIn(fields[mark - 1]);
  if (restarts !== undefined) draft.attributes.restarts = restarts;
  const towers = Array.from({ length: count }, (_, index) =>
    towerOf(Number(country), Number(network), fields.slice(6 + index * 4, 8 + index * 4)),
  );
  return withTowers(draft, towers);
}

function readVp1(fields: readonly string[], receivedMs: number): PositionDraft | undefined {
  const [country, network] = fields.slice(4, 6).map(integerIn);
  if (fields[3] !== 'V' || !country || network === undefined) return undefined;
  const groups = fields.slice(6).join(',').split('Y').slice(0, maxCells);
  return withTowers(
    draftAt(receivedMs),
    groups.map((group) => towerOf(country, network, group.split(','))),
  );
}

function readLink(fields: readonly string[], zone: Zone): PositionDraft | undefined {
  const draft = draftOf(fields, 9, zone);
  if (!draft) return undefined;
  const { attributes } = draft;
  const [signal, satellites, battery, steps, turnovers] = fields.slice(4, 9).map(integerIn);
  if (signal !== undefined) attributes.rssi = signal;
  if (satellites !== undefined) attributes.sat = satellites;
  if (battery !== undefined && battery <= 100) attributes.batteryLevel = battery;
  if (steps !== undefined) attributes.steps = steps;
  if (turnovers !== undefined) attributes.turnovers = turnovers;
  return draft;
}

/** The report, or undefined when the type is none of these or its fields do not fit. */
export function readCellReport(
  fields: readonly string[],
  zone: Zone,
  receivedMs: number,
): PositionDraft | undefined {
  const type = fields[2];
  if (type === 'NBR') return readNeighbours(fields, zone);
  if (type === 'V3') return readV3(fields, zone);
  if (type === 'VP1') return readVp1(fields, receivedMs);
  return type === 'LINK' ? readLink(fields, zone) : undefined;
}
