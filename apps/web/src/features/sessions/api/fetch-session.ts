import { type Session, sessionSchema } from '@atalaia/contract/accounts/session';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** `GET session`: who the token belongs to, as of now. */
export function fetchSession(api: ApiClient): Promise<Session> {
  return api.json({ path: 'session' }, sessionSchema);
}
