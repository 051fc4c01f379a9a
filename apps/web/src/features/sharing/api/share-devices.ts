import { newLocationShareSchema } from '@atalaia/contract/location';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Makes a public link to where devices are; gives its token. */
export async function shareDevices(api: ApiClient, deviceUniqueIds: readonly string[]): Promise<string> {
  const share = await api.json(
    { method: 'POST', path: 'location/session', json: { deviceUniqueIds } },
    newLocationShareSchema,
  );
  return share.token;
}
