import { isMoving } from '@atalaia/domain/travel/plausible-speed';
import type { PositionAttributes } from '@atalaia/protocols/decoded-position';
import type { GeofenceRule } from '../rules/geofence-rules.ts';
import { cleanJson } from '../steps/clean.ts';
import type { NormalPosition } from '../steps/normalise.ts';
import type { Travel } from '../steps/travel.ts';
import type { PositionEntry } from './entry.ts';
import type { PositionRow } from './rows.ts';

/** The row of a position, with what was counted (ING-06). */
export function positionRow(
  id: number,
  entry: PositionEntry,
  position: NormalPosition,
  attributes: PositionAttributes,
  travel: Travel | undefined,
  geofences: readonly Pick<GeofenceRule, 'id'>[],
): PositionRow {
  const { network } = entry.position;
  const { type, ignition, alarm, fuel } = attributes;
  const motion =
    travel?.motion ?? isMoving({ motionAttribute: attributes.motion, speedKnots: position.speedKnots });
  return {
    id,
    deviceId: entry.device.id,
    digest: entry.digest,
    protocol: entry.protocol,
    ...(entry.isForwarded && { isForwarded: true }),
    type: typeof type === 'string' ? type : null,
    receivedMs: entry.receivedMs,
    position,
    motion,
    ignition: typeof ignition === 'boolean' ? ignition : null,
    alarm: typeof alarm === 'string' ? alarm : null,
    fuel: typeof fuel === 'number' ? fuel : null,
    travel,
    networkJson: network ? cleanJson(network) : null,
    geofenceIdsJson: geofences.length > 0 ? `[${geofences.map(({ id }) => id).join()}]` : null,
    attributesJson: otherAttributes(attributes, travel),
  };
}

/** As JSON without those that the row has in columns, which `positionJson` and `positionColumns` (modules/positions) join. */
function otherAttributes(attributes: PositionAttributes, travel: Travel | undefined): string {
  const { type, ignition } = attributes;
  const others: Record<string, unknown> = { ...attributes, motion: undefined };
  if (typeof type === 'string') others.type = undefined;
  if (typeof ignition === 'boolean') others.ignition = undefined;
  if (travel) {
    others.distance = undefined;
    others.totalDistance = undefined;
    others.hours = undefined;
    if (travel.approximate) others.approximate = true;
  }
  return JSON.stringify(others);
}

/** All attributes of a row as JSON; a row that was moved in from another system says all of them itself. */
export function attributesOf({ type, ignition, motion, travel, attributesJson }: PositionRow): string {
  if (attributesJson.startsWith('{"motion":')) return attributesJson;
  return (
    `{"motion":${motion}` +
    (type === null ? '' : `,"type":${JSON.stringify(type)}`) +
    (ignition === null ? '' : `,"ignition":${ignition}`) +
    (travel
      ? `,"distance":${travel.distanceMetres},"totalDistance":${travel.totalDistanceMetres},"hours":${travel.hoursMs}`
      : '') +
    (attributesJson === '{}' ? '}' : `,${attributesJson.slice(1)}`)
  );
}

/** Totals that ingest counts are attributes beside those that were sent. */
export function withTravel(attributes: PositionAttributes, travel: Travel): PositionAttributes {
  const counted = {
    ...attributes,
    motion: travel.motion,
    distance: travel.distanceMetres,
    totalDistance: travel.totalDistanceMetres,
    hours: travel.hoursMs,
  };
  return travel.approximate ? { ...counted, approximate: true } : counted;
}

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
    `"attributes":${attributesOf(row)}}`
  );
}

export function isoInstant(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
