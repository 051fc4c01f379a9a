/**
 * What every process must hear of: written in the transaction of the change itself, so that it cannot be lost, and read
 * by all of them (`change-reader.ts`). The bus of the process that made it only is sooner.
 */
import { type Kysely, sql } from 'kysely';
import type { BusTopic, BusTopics } from '../../platform/bus/bus.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Schema } from '../../platform/db/schema.ts';

const changeTopics = [
  'visibility',
  'deviceRegistry',
  'removedDevices',
  'rules',
  'alarms',
  'blocks',
  'sinisters',
  'customers',
  'deskNotices',
  'deskLists',
  'serverSettings',
  'integrations',
  'accountEnd',
  'signedOut',
] as const satisfies readonly BusTopic[];

export type ChangeTopic = (typeof changeTopics)[number];

/** A message of the bus. */
export type BusMessage = { [T in BusTopic]: { readonly topic: T; readonly message: BusTopics[T] } }[BusTopic];

export function isChangeTopic(topic: string): topic is ChangeTopic {
  return (changeTopics as readonly string[]).includes(topic);
}

/** Changes are kept for so long; a process that did not read for longer cannot go on from where it was. */
export const changesKeptMs = 24 * 3_600_000;

/**
 * Numbers of changes that this process brought to its own bus right after their commit, so that its reader drops them.
 * A commit whose answer was lost leaves none: if it happened, the reader tells.
 */
export type PublishedChanges = Set<number>;

/** Writes those of these messages that all processes must hear of; returns their numbers. */
export async function recordChanges(
  within: Kysely<Schema>,
  messages: readonly BusMessage[],
): Promise<readonly number[]> {
  const changes = messages.filter(({ topic }) => isChangeTopic(topic));
  if (changes.length === 0) return [];
  const { rows } = await sql<{ id: number }>`${prepared}
    INSERT INTO changes (topic, message)
    SELECT topic, message FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS one (topic text, message jsonb)
    RETURNING id`.execute(within);
  return rows.map(({ id }) => id);
}

/** Removes what every living process has read long ago. */
export async function removeOldChanges(within: Kysely<Schema>): Promise<void> {
  await sql`DELETE FROM changes WHERE created_at < now() - ${changesKeptMs} * interval '1 millisecond'`.execute(
    within,
  );
}
