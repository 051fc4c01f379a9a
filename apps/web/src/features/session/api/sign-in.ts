import { type Credentials, type Session, sessionSchema } from '@atalaia/contract/session';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** `POST session`, form-encoded and without authorization (AUTH-04). */
export function signIn(api: ApiClient, { email, password }: Credentials): Promise<Session> {
  return api.json(
    { method: 'POST', path: 'session', form: { email, password }, anonymous: true },
    sessionSchema,
  );
}
