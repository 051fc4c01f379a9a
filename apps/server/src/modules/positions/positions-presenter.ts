/** A stored position as the contract describes it, written as JSON by PostgreSQL: the one place that maps its row. */
import { sql } from 'kysely';
import { isoTime } from '../../queries/sql-fragments.ts';

/** A SELECT over `positions AS p`. What is in columns of its own for reports is in `attributes` too. */
export const positionColumns = sql`
  SELECT p.id, p.device_id AS "deviceId", p.protocol, p.type, ${isoTime('p.server_time')} AS "serverTime",
    ${isoTime('p.device_time')} AS "deviceTime", ${isoTime('p.fix_time')} AS "fixTime", p.outdated, p.valid,
    p.latitude, p.longitude, p.altitude, p.speed, p.course, p.accuracy, p.address, p.network,
    p.geofence_ids AS "geofenceIds", p.attributes`;
