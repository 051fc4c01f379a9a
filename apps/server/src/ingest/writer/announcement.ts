import type { Bus, LiveFragment, PositionFragment } from '../../bus/bus.ts';
import type { Plan } from './plan.ts';
import { isoInstant } from './position-json.ts';
import type { EventRow, StateRow } from './rows.ts';

/** Tells the bus what a committed batch brought: where devices are now, and what happened. */
export function announce(bus: Pick<Bus, 'publish'>, plan: Plan, states: readonly StateRow[]): void {
  const positions: PositionFragment[] = [];
  for (const { deviceId, newest, positionJson: json } of states) {
    if (!newest || json === null) continue;
    positions.push({ deviceId, positionId: newest.id, fixTimeMs: newest.position.fixTimeMs, json });
  }
  if (positions.length > 0) bus.publish('positions', positions);
  if (plan.events.length > 0) bus.publish('events', plan.events.map(eventFragment));
}

function eventFragment(row: EventRow): LiveFragment {
  return { deviceId: row.device.id, json: eventJson(row) };
}

/** The contract's Event as text. */
export function eventJson(row: EventRow): string {
  return (
    `{"id":${row.id},"deviceId":${row.device.id},"type":"${row.type}","name":${JSON.stringify(row.device.name)},` +
    `"eventTime":"${isoInstant(row.eventTimeMs)}","serverTime":"${isoInstant(row.receivedMs)}",` +
    `"positionId":${row.positionId ?? 0},"geofenceId":${row.geofenceId ?? 0},` +
    `"maintenanceId":${row.maintenanceId ?? 0},"attributes":${row.attributesJson}}`
  );
}
