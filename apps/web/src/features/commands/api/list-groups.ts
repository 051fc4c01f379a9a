import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';

const groupSchema = z.object({ id: z.number(), name: z.string() });

export type GroupChoice = z.infer<typeof groupSchema>;

/** Every group the person sees, by name. */
export function listGroups(api: ApiClient, signal: AbortSignal): Promise<readonly GroupChoice[]> {
  return api.json({ path: 'groups', signal }, z.array(groupSchema));
}
