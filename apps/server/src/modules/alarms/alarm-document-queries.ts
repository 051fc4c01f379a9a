import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';
import type { SentCommand } from './document/customer-history.ts';

const mostCommands = 200;

/** Commands that went to the vehicle of an alarm while it was open. */
export async function commandsDuring(db: Kysely<Schema>, alarmId: number): Promise<readonly SentCommand[]> {
  const { rows } = await sql<SentCommand>`
    SELECT m.type, m.state, ${isoTime('m.created_at')} AS at
    FROM alarms AS a JOIN sent_commands AS m ON m.device_id = a.device_id
    WHERE a.id = ${alarmId} AND m.created_at >= a.opened_at AND m.created_at <= coalesce(a.closed_at, now())
    ORDER BY m.id LIMIT ${mostCommands}`.execute(db);
  return rows;
}
