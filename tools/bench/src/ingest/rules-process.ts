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
  readonly of: 'rules' | 'alarmRules';
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

/** Of the kinds of events that the fleet has, and of labels that no tracker sends. */
const insertAlarmRules = `
  INSERT INTO alarm_rules (name, position, event_types, alarms, applies_to, group_ids, severity)
  SELECT 'Regra ' || i, 100 + i, CASE WHEN i % 4 = 0 THEN '{deviceMoving,deviceStopped}' ELSE '{alarm}' END::text[],
    CASE WHEN i % 4 = 0 THEN '{}' ELSE ARRAY['label' || i] END, 'some', ARRAY[$1::int + i % 4 * 100000], i % 4
  FROM generate_series(1, 200) AS i`;

runInChild<RulesChange, null>(async ({ dataDir, groupId, inForce, of }) => {
  const database = await openEmbedded(dataDir, 1, pino({ level: 'error' }));
  for (const text of takeOut) await database.pool.query(text);
  if (of === 'alarmRules') {
    await database.pool.query(
      'UPDATE alarm_rules SET enabled = false, retired_at = coalesce(retired_at, now())',
    );
    if (inForce) await database.pool.query(insertAlarmRules, [groupId]);
  } else if (inForce) {
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
