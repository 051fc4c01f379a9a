import type { PositionRow } from './rows.ts';

/**
 * The contract's Position as text, made once: `device_state` keeps it and the live channel sends it. Written out by
 * hand because its parts are numbers, times and texts that are JSON already.
 */
export function positionJson(row: PositionRow): string {
  const { position } = row;
  return (
    `{"id":${row.id},"deviceId":${row.deviceId},"protocol":"${row.protocol}",` +
    `"type":${row.type === null ? 'null' : JSON.stringify(row.type)},` +
    `"serverTime":"${isoInstant(row.receivedMs)}","deviceTime":"${isoInstant(position.deviceTimeMs)}",` +
    `"fixTime":"${isoInstant(position.fixTimeMs)}","outdated":${position.outdated},"valid":${position.valid},` +
    `"latitude":${position.latitude},"longitude":${position.longitude},"altitude":${position.altitude},` +
    `"speed":${position.speedKnots},"course":${position.course},"accuracy":${position.accuracy},` +
    `"address":null,"network":${row.networkJson ?? 'null'},"geofenceIds":${row.geofenceIdsJson ?? 'null'},` +
    `"attributes":${row.attributesJson}}`
  );
}

export function isoInstant(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
