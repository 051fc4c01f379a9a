import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import type { Text } from '../../../lib/texts/texts.ts';
import { listPage } from '../api/list-page.ts';

/** How many devices lie in a group or in those below it, and how many groups lie in it: whoever sees them by it will not. */
export async function groupHolds(
  api: ApiClient,
  groupId: number,
  text: Text,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const [devices, groups] = await Promise.all([
    countOf(api, 'devices', groupId, signal),
    countOf(api, 'groups', groupId, signal),
  ]);
  if (devices + groups === 0) return [];
  return [
    ...(devices ? [text('group.holdsDevices', { count: devices })] : []),
    ...(groups ? [text('group.holdsGroups', { count: groups })] : []),
    text('group.removalLoses'),
  ];
}

async function countOf(api: ApiClient, path: string, groupId: number, signal: AbortSignal): Promise<number> {
  const list = { path, query: { groupId: String(groupId) }, schema: z.object({ id: z.number() }) };
  const plain = { keyword: '', sort: undefined, order: undefined };
  return (await listPage(api, list, plain, { offset: 0, limit: 1 }, signal)).total;
}
