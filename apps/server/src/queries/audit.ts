import type { AuditNoun } from '@atalaia/contract/accounts/audit-line';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../platform/db/schema.ts';
import type { Caller } from '../visibility/caller.ts';

export interface AuditEntry {
  /** `create`, `import`, `update`, `remove`, `link`, `unlink`, `register`, `sign-in`, `sign-in-refused`, `sign-out`, `second-factor-on`… */
  readonly action: string;
  readonly noun: AuditNoun;
  readonly objectId?: number | undefined;
  /** Never a secret: changed fields by name, the other side of a link. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Who did it; a caller, or what is known of somebody who is not signed in. */
export interface AuditActor {
  readonly user?: Caller['user'] | undefined;
  /** Null for the server itself, which does it for him. */
  readonly address: string | null;
  /** No person did it: what another system said of his account was taken over. */
  readonly through?: 'sync' | undefined;
}

const detailsOf = (actor: AuditActor, { details }: AuditEntry) =>
  actor.through ? { ...details, through: actor.through } : (details ?? {});

/** Rows as they are before a change of many, by their number. */
export async function rowsBefore(
  within: Kysely<Schema>,
  table: 'customers' | 'devices',
  changes: readonly { readonly id: number }[],
): Promise<ReadonlyMap<number, object>> {
  if (changes.length === 0) return new Map();
  const ids = changes.map(({ id }) => id);
  const rows = await within.selectFrom(table).selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Writes the line (SEC-03) in the transaction of the change, so that both are stored or neither. */
export async function writeAudit(
  within: Kysely<Schema>,
  actor: AuditActor,
  entry: AuditEntry,
): Promise<void> {
  await within
    .insertInto('audit')
    .values({
      user_id: actor.user?.id ?? null,
      user_name: actor.user?.name ?? null,
      action: entry.action,
      noun: entry.noun,
      object_id: entry.objectId ?? null,
      address: actor.address,
      details: JSON.stringify(detailsOf(actor, entry)),
    })
    .execute();
}

/** Writes many lines at once. */
export async function writeAudits(
  within: Kysely<Schema>,
  actor: AuditActor,
  entries: readonly AuditEntry[],
): Promise<void> {
  const written = entries.map((entry) => ({ ...entry, details: detailsOf(actor, entry) }));
  await sql`
    INSERT INTO audit (user_id, user_name, action, noun, object_id, address, details)
    SELECT ${actor.user?.id ?? null}::integer, ${actor.user?.name ?? null}::text, action, noun, "objectId", ${actor.address}::text,
      coalesce(details, '{}')
    FROM json_to_recordset(${JSON.stringify(written)}::json)
      AS entry (action text, noun text, "objectId" bigint, details jsonb)`.execute(within);
}
