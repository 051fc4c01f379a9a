/** Policies of blocks as rows, kept by administrators (BLOCK-01). */
import type { BlockPolicyInput } from '@atalaia/contract/block/block-policy';
import type { Kysely } from 'kysely';
import { AppError, notFound } from '../../../errors/app-error.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { writeAudit } from '../../../queries/audit.ts';
import type { Commit } from '../../../queries/commit.ts';
import type { Caller } from '../../../visibility/caller.ts';
import {
  describePolicies,
  insertPolicy,
  lockPolicy,
  removePolicy,
  updatePolicy,
} from './block-policies-queries.ts';

export type BlockPoliciesService = ReturnType<typeof createBlockPoliciesService>;

export function createBlockPoliciesService({
  kysely,
  commit,
}: {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
}) {
  const one = async (within: Kysely<Schema>, id: number) => {
    const json = await describePolicies(within, id);
    if (json === '') throw notFound('block policy', id);
    return json;
  };
  const audit = (
    within: Kysely<Schema>,
    caller: Caller,
    action: 'create' | 'update' | 'remove',
    id: number,
    details: object,
  ) => writeAudit(within, caller, { action, noun: 'blockPolicy', objectId: id, details: { ...details } });

  return {
    list: async () => `[${await describePolicies(kysely)}]`,
    read: (id: number) => one(kysely, id),
    create: (caller: Caller, input: BlockPolicyInput) =>
      commit(async (transaction) => {
        const id = await insertPolicy(transaction, input);
        await audit(transaction, caller, 'create', id, { name: input.name });
        return one(transaction, id);
      }),
    update: (caller: Caller, id: number, input: BlockPolicyInput) =>
      commit(async (transaction) => {
        const before = await lockPolicy(transaction, id);
        if (!before) throw notFound('block policy', id);
        if (input.version !== undefined && input.version !== before.version) {
          const current: unknown = JSON.parse(await one(transaction, id));
          throw new AppError('edited-meanwhile', 'somebody else changed it meanwhile', { current });
        }
        await updatePolicy(transaction, id, input);
        await audit(transaction, caller, 'update', id, { name: input.name, changed: Object.keys(input) });
        return one(transaction, id);
      }),
    remove: (caller: Caller, id: number) =>
      commit(async (transaction) => {
        const before = await lockPolicy(transaction, id);
        if (!before) throw notFound('block policy', id);
        await removePolicy(transaction, id);
        await audit(transaction, caller, 'remove', id, { name: before.name });
      }),
  };
}
