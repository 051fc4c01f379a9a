import { newLocationShareSchema } from '@atalaia/contract/accounts/location';
import type { z } from 'zod';
import type { ApiWriter } from '../../../lib/api/api-client.ts';

export type NewShare = z.infer<typeof newLocationShareSchema>;

/** Makes a public link to where devices are; its token is returned this once. */
export function shareDevices(api: ApiWriter, deviceUniqueIds: readonly string[]): Promise<NewShare> {
  return api.json(
    { method: 'POST', path: 'location/session', json: { deviceUniqueIds } },
    newLocationShareSchema,
  );
}
