/** The fleet as lists and figures, read from the columns. */
import { deviceColours, deviceStatuses } from '@atalaia/domain/devices/device-status';
import {
  type FleetFigures,
  type FleetMember,
  fleetFigures,
  isInFleetGroup,
} from '@atalaia/domain/travel/fleet-figures';
import type { FleetFilter } from '../../lib/fleet/fleet-list.ts';
import { type DeviceColumns, statusCodes } from './device-columns.ts';
import type { NameIndex } from './device-search.ts';
import { countsAs } from './row-colour.ts';

/** Numbers of the devices that fit, by name. */
export function listFleet(
  columns: DeviceColumns,
  index: NameIndex,
  { text, colour, group }: FleetFilter,
  nowMs: number,
): Int32Array<ArrayBuffer> {
  const matches = text.trim() === '' ? () => true : index.matcher(text);
  const colourCode = colour === undefined ? -1 : deviceColours.indexOf(colour);
  const ids = new Int32Array(columns.rowCount);
  let count = 0;
  for (const row of index.order) {
    if (!matches(row)) continue;
    if (colour !== undefined && !countsAs(columns, row, colourCode)) continue;
    if (group && !isInFleetGroup(group.chart, group.name, memberAt(columns, row), nowMs)) continue;
    ids[count++] = columns.ids[row] ?? 0;
  }
  return ids.slice(0, count);
}

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
