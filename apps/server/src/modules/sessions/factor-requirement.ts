/** Whether a person must have shown more than his password, by his profile and the settings of the server (IDP-01). */
import { secondFactorAttributes } from '@atalaia/contract/server/server-settings';
import { profileFrom } from '@atalaia/domain/catalog/profile';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Schema } from '../../platform/db/schema.ts';
import type { UserRow } from '../../visibility/caller.ts';
import type { Viewer } from '../../visibility/visible.ts';
import { readAskingAttributes } from './sessions-queries.ts';

/** `asking`: the attributes that are on, where they were read already. */
export type FactorRequirement = (user: UserRow, asking?: readonly string[]) => Promise<boolean>;

/** A client with more devices is a fleet; how many he sees is counted again after this. */
const countedForMs = 60_000;

export function createFactorRequirement(
  kysely: Kysely<Schema>,
  countVisibleDevices: (viewer: Viewer) => Promise<number>,
): FactorRequirement {
  const counts = new LRUCache<number, number>({ max: 10_000, ttl: countedForMs });

  async function countOf({ id, administrator }: UserRow): Promise<number> {
    const known = counts.get(id);
    if (known !== undefined) return known;
    const count = await countVisibleDevices({ userId: id, administrator });
    counts.set(id, count);
    return count;
  }

  return async (user, given) => {
    const asking = given ?? (await readAskingAttributes(kysely));
    if (asking.length === 0) return false;
    const facts = {
      profileAttribute: (user.attributes as Readonly<Record<string, unknown>>).profile,
      administrator: user.administrator,
      deviceLimit: user.device_limit,
    };
    const asks = (deviceCount: number) =>
      asking.includes(secondFactorAttributes[profileFrom({ ...facts, deviceCount })]);
    const [few, many] = [asks(0), asks(Number.MAX_SAFE_INTEGER)];
    return few === many ? few : asks(await countOf(user));
  };
}
