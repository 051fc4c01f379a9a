import { type User, type UserInput, userSchema } from '@atalaia/contract/user';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Changes the person signed in; answers him as he is now. */
export function saveAccount(api: ApiClient, userId: number, input: UserInput): Promise<User> {
  return api.json({ method: 'PUT', path: `users/${userId}`, json: input }, userSchema);
}
