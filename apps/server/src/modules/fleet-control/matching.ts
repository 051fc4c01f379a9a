/** What becomes of records that were matched with customers or devices here: planned first, then written at once. */
import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { linkRecords, type RecordLink, type RemoteRecord } from './remote-records-queries.ts';
import type { RemoteKind, Values } from './remote-values.ts';
import { type Finding, found, insertFindings, writeProgress } from './runs-queries.ts';
import type { Place, SyncContext } from './sync-context.ts';

export interface Plan<Input, Change> {
  readonly findings: Finding[];
  readonly links: RecordLink[];
  readonly changes: Change[];
  readonly created: {
    readonly record: RemoteRecord;
    readonly name: FindingName;
    readonly providerValues: Values;
    readonly input: Input;
  }[];
}

/** What a finding is about. */
export type FindingName = Pick<Finding, 'kind' | 'name' | 'remoteId'>;

export const emptyPlan = <Input, Change>(): Plan<Input, Change> => ({
  findings: [],
  links: [],
  changes: [],
  created: [],
});

interface Match {
  readonly record: RemoteRecord;
  readonly name: FindingName;
  readonly localId: number;
  readonly localValues: Values;
  readonly providerValues: Values;
  readonly may: Parameters<typeof mergeFields>[3];
}

/** Merges the two sides of a match; the caller adds what is taken to the changes. */
export function planMerge(plan: Pick<Plan<never, never>, 'findings' | 'links'>, match: Match): Merged {
  const { record, name, localId, localValues } = match;
  const merged = mergeFields(localValues, match.providerValues, record.base, match.may);
  const { take, send, base, bothChanged } = merged;
  const pending = Object.keys(send).length > 0 ? send : null;
  if (pending || record.localId !== localId || !isDeepStrictEqual(record.base, base)) {
    plan.links.push({ remoteId: record.remoteId, localId, base, pending });
  }
  const fields = Object.entries(take).map(([field, to]) => ({
    name: field,
    from: localValues[field] ?? null,
    to,
  }));
  if (fields.length > 0) {
    const reason = bothChanged.length > 0 ? 'bothChanged' : null;
    plan.findings.push(found({ ...name, outcome: 'changed', localId, reason, fields }));
  }
  return merged;
}

interface Writes<Input, Change> {
  readonly kind: RemoteKind;
  /** Where the run is afterwards, and how many records of which step were handled. */
  readonly place: Place;
  readonly handled: { readonly of: Place['step']; readonly count: number };
  /** Returns the new numbers in the order of the inputs. */
  create(inputs: readonly Input[]): Promise<readonly number[]>;
  change(changes: readonly Change[]): Promise<void>;
}

/** Writes a plan in the transaction of its matches, with the findings and how far the run came. */
export async function carryOut<Input, Change>(
  { run }: Pick<SyncContext, 'run'>,
  transaction: Kysely<Schema>,
  { findings, links, changes, created }: Plan<Input, Change>,
  { kind, place, handled, create, change }: Writes<Input, Change>,
): Promise<void> {
  const ids = created.length > 0 ? await create(created.map(({ input }) => input)) : [];
  for (const [at, { record, name, providerValues }] of created.entries()) {
    const localId = ids[at] ?? 0;
    findings.push(found({ ...name, outcome: 'created', localId }));
    links.push({ remoteId: record.remoteId, localId, base: providerValues, pending: null });
  }
  await change(changes);
  await linkRecords(transaction, run.user_id, kind, links);
  await insertFindings(transaction, run.id, findings);
  await writeProgress(transaction, run.id, { ...place, more: handled });
}

// One record's values, when both sides may have changed them since they last agreed.

export interface Merged {
  /** Values to take here. */
  readonly take: Values;
  /** Values to send there. */
  readonly send: Values;
  /** What both sides agree on, once what is taken is written; what is sent joins it when it was read back. */
  readonly base: Values;
  /** Fields that both sides had changed: the provider's value was taken. */
  readonly bothChanged: readonly string[];
}

/**
 * Compares field by field; `base` is what both sides held when they last agreed. Whoever changed a value since then is
 * followed; where both did, or they never agreed, the provider is. A value that is missing on one side comes from the
 * other and never empties it; capitals alone are no difference. `mayTake` and `maySend` name what goes in one direction only.
 */
export function mergeFields(
  localValues: Values,
  providerValues: Values,
  base: Values,
  may: { take(field: string): boolean; send(field: string): boolean },
): Merged {
  const take: Record<string, string | null> = {};
  const send: Record<string, string | null> = {};
  const agreed: Record<string, string | null> = { ...base };
  const bothChanged: string[] = [];
  for (const field of Object.keys(providerValues)) {
    const ours = localValues[field] ?? null;
    const theirs = providerValues[field] ?? null;
    if (ours?.toLowerCase() === theirs?.toLowerCase()) {
      agreed[field] = theirs;
      continue;
    }
    const agreedBefore = base[field];
    const isOursNewer =
      ours !== null && (theirs === null || (agreedBefore !== undefined && theirs === agreedBefore));
    if (isOursNewer) {
      if (may.send(field)) send[field] = ours;
    } else if (may.take(field)) {
      take[field] = theirs;
      agreed[field] = theirs;
      if (ours !== null && agreedBefore !== undefined && ours !== agreedBefore) bothChanged.push(field);
    }
  }
  return { take, send, base: agreed, bothChanged };
}
