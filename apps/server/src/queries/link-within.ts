import type { Permission } from '@atalaia/contract/accounts/permission';
import type { Transaction } from 'kysely';
import type { Schema } from '../platform/db/schema.ts';
import type { Caller } from '../visibility/caller.ts';
import type { Publish } from './commit.ts';

/** Makes links as part of another write: with every check, the audit and what is published for a link made by itself. */
export type LinkWithin = (
  within: Transaction<Schema>,
  publish: Publish,
  caller: Caller,
  permissions: readonly Permission[],
) => Promise<void>;
