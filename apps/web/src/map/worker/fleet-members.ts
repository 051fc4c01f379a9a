/** The fleet as lists and figures, read from the columns. */
import { deviceColours, deviceStatuses } from '@atalaia/domain/devices/device-status';
import {
  type FleetFigures,
  type FleetMember,
  fleetFigures,
  isInFleetGroup,
} from '@atalaia/domain/travel/fleet-figures';
import type { FleetFilter, FleetListing, FleetSort } from '../../lib/fleet/fleet-list.ts';
import { type DeviceColumns, statusCodes } from './device-columns.ts';
import { lookupDevices, type NameIndex } from './device-search.ts';
import { countsAs } from './row-colour.ts';

export function listFleet(
  columns: DeviceColumns,
  index: NameIndex,
  filter: FleetFilter,
  nowMs: number,
): FleetListing {
  const ids = idsOf(columns, index, filter, nowMs);
  return { ids, first: lookupDevices(columns, Array.from(ids.subarray(0, filter.described ?? 0))) };
}

function idsOf(
  columns: DeviceColumns,
  index: NameIndex,
  { text, colour, colours = [], group, groupIds, customerId, sort = 'name' }: FleetFilter,
  nowMs: number,
): Int32Array {
  const matches = text.trim() === '' ? () => true : index.matcher(text);
  const colourCode = colour === undefined ? -1 : deviceColours.indexOf(colour);
  const anyOf = colours.map((one) => deviceColours.indexOf(one));
  const groups = groupIds && new Set(groupIds);
  const ids = new Int32Array(columns.rowCount);
  let count = 0;
  for (const row of inOrder(columns, index.order, sort)) {
    if (groups && !groups.has(columns.groupIds[row] ?? 0)) continue;
    if (customerId !== undefined && columns.customerIds[row] !== customerId) continue;
    if (anyOf.length > 0 && !anyOf.some((code) => countsAs(columns, row, code))) continue;
    if (!matches(row)) continue;
    if (colour !== undefined && !countsAs(columns, row, colourCode)) continue;
    if (group && !isInFleetGroup(group.chart, group.name, memberAt(columns, row), nowMs)) continue;
    ids[count++] = columns.ids[row] ?? 0;
  }
  return ids.slice(0, count);
}

/** What is most urgent first, as the legend counts: alarm, unknown, offline, ignition, online. */
const urgency = ['alarm', 'unknown', 'offline', 'ignition', 'online'] as const;

/** The rows in an order; those that are equal in it stay by name, and what has no time is last. */
function inOrder(columns: DeviceColumns, byName: Int32Array, sort: FleetSort): Int32Array {
  if (sort === 'name') return byName;
  const keyOf = keysOf(columns, sort);
  const count = byName.length;
  // one number a row, its key before its place by name: numbers alone are sorted ten times as fast as with a comparison
  const keys = new Float64Array(count);
  for (let place = 0; place < count; place++) keys[place] = keyOf(byName[place] ?? 0) * count + place;
  keys.sort();
  const rows = new Int32Array(count);
  for (let place = 0; place < count; place++) rows[place] = byName[(keys[place] ?? 0) % count] ?? 0;
  return rows;
}

/** Whole numbers from 0 on, the first in the order the least. */
function keysOf(columns: DeviceColumns, sort: Exclude<FleetSort, 'name'>): (row: number) => number {
  if (sort === 'state') {
    const rank = deviceColours.map((colour) => urgency.indexOf(colour));
    return (row) => (columns.sirens[row] === 1 ? 0 : (rank[columns.colours[row] ?? 0] ?? 0));
  }
  if (sort === 'speed') {
    return (row) => fastest - Math.min(Math.round((columns.speeds[row] || 0) * speedSteps), fastest);
  }
  let [newest, oldest] = [0, Number.POSITIVE_INFINITY];
  for (let row = 0; row < columns.rowCount; row++) {
    const timeMs = columns.fixTimesMs[row] ?? Number.NaN;
    if (!Number.isFinite(timeMs)) continue;
    if (timeMs > newest) newest = timeMs;
    if (timeMs < oldest) oldest = timeMs;
  }
  return (row) => {
    const timeMs = columns.fixTimesMs[row] ?? Number.NaN;
    const ageMs = sort === 'newest' ? newest - timeMs : timeMs - oldest;
    return Number.isFinite(ageMs) ? Math.min(Math.round(ageMs), longestMs) : longestMs + 1;
  };
}

/** A knot has so many steps; nothing on wheels is faster than the last. */
const speedSteps = 100;
const fastest = 100_000;

/** Times farther apart than two years count as that: with 100,000 rows a key is still exact. */
const longestMs = 63_072_000_000;

export function countFleet(columns: DeviceColumns, nowMs: number): FleetFigures {
  return fleetFigures(membersOf(columns), nowMs);
}

function* membersOf(columns: DeviceColumns): Generator<FleetMember> {
  for (let row = 0; row < columns.rowCount; row++) yield memberAt(columns, row);
}

const statusOfCode = deviceStatuses.toSorted((a, b) => statusCodes[a] - statusCodes[b]);

function memberAt(columns: DeviceColumns, row: number): FleetMember {
  const receivedMs = columns.receivedMs[row] ?? Number.NaN;
  return {
    status: statusOfCode[columns.statuses[row] ?? 0] ?? 'unknown',
    disabled: columns.disabled[row] === 1,
    category: columns.categories[row] ?? 'default',
    lastUpdateMs: Number.isNaN(receivedMs) ? null : receivedMs,
  };
}
