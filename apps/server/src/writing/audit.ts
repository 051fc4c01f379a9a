import type { AuditNoun } from '@atalaia/contract/audit-line';
import type { Kysely } from 'kysely';
import type { Caller } from '../caller.ts';
import type { Schema } from '../db/schema.ts';

export interface AuditEntry {
  /** `create`, `update`, `remove`, `link`, `unlink`, `register`, `sign-in`, `sign-in-refused`, `sign-out`. */
  readonly action: string;
  readonly noun: AuditNoun;
  readonly objectId?: number | undefined;
  /** Never a secret: changed fields by name, the other side of a link. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Who did it; a caller, or what is known of somebody who is not signed in. */
export type AuditActor =
  | Pick<Caller, 'user' | 'address'>
  | { readonly user?: undefined; readonly address: string | null };

/** Writes the line (SEC-03) in the transaction of what it tells of, so that neither stands without the other. */
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
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute();
}
