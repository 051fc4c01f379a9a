/** What becomes of records that were matched with customers or devices here: planned first, then written at once. */
import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { type Finding, found, insertFindings } from './findings-queries.ts';
import { type Merged, mergeFields, type Values } from './merge-fields.ts';
import {
  linkRecords,
  type RecordLink,
  type RemoteKind,
  type RemoteRecord,
} from './remote-records-queries.ts';
import { writeProgress } from './runs-queries.ts';
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
