import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { type CommandLimits, commandLimitsFrom } from './command-limits.ts';

export async function readCommandLimits(db: Kysely<Schema>): Promise<CommandLimits> {
  const { attributes } = await db
    .selectFrom('server_settings')
    .select('attributes')
    .executeTakeFirstOrThrow();
  return commandLimitsFrom(attributes as Record<string, unknown>);
}
