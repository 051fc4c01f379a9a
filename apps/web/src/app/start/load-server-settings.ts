import { type PublicServerSettings, publicServerSettingsSchema } from '@atalaia/contract/server-settings';
import type { ApiClient } from '../../lib/api/api-client.ts';

/** `GET server`, open to strangers: units, zone and where the map starts. */
export function loadServerSettings(api: ApiClient): Promise<PublicServerSettings> {
  return api.json({ path: 'server', anonymous: true }, publicServerSettingsSchema);
}
