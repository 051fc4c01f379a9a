/** Puts the rules of the benchmark into a server's cluster, or takes them out. It must not be open elsewhere. */
import { openEmbedded } from '@atalaia/server/src/platform/db/database.ts';
import { pino } from 'pino';
import { runInChild } from '../process/run-in-child.ts';
import { computedAttributes, geofenceAreas } from './rule-load.ts';

export interface RulesChange {
  readonly dataDir: string;
  /** The group whose devices they apply to. */
  readonly groupId: number;
  readonly inForce: boolean;
}

const takeOut = ['DELETE FROM geofences', 'DELETE FROM computed_attributes'];

const insertGeofences = `
  WITH made AS (
    INSERT INTO geofences (name, area) SELECT 'Geofence', area FROM unnest($2::text[]) AS area RETURNING id
  ) INSERT INTO group_geofences (group_id, geofence_id) SELECT $1, id FROM made`;

const insertComputed = `
  WITH made AS (
    INSERT INTO computed_attributes (description, attribute, expression, type)
    SELECT attribute, attribute, expression, type
    FROM unnest($2::text[], $3::text[], $4::text[]) AS given (attribute, expression, type) RETURNING id
  ) INSERT INTO group_attributes (group_id, attribute_id) SELECT $1, id FROM made`;

runInChild<RulesChange, null>(async ({ dataDir, groupId, inForce }) => {
  const database = await openEmbedded(dataDir, 1, pino({ level: 'error' }));
  for (const text of takeOut) await database.pool.query(text);
  if (inForce) {
    await database.pool.query(insertGeofences, [groupId, geofenceAreas()]);
    await database.pool.query(insertComputed, [
      groupId,
      computedAttributes.map(({ attribute }) => attribute),
      computedAttributes.map(({ expression }) => expression),
      computedAttributes.map(({ type }) => type),
    ]);
  }
  await database.stop();
  return null;
});
