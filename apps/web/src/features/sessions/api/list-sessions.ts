import { type SessionEntry, sessionEntrySchema } from '@atalaia/contract/session';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Where the person is signed in, and the tokens he made for programs; the newest first. */
export function listSessions(api: ApiClient, signal: AbortSignal): Promise<readonly SessionEntry[]> {
  return api.json({ path: 'sessions', signal }, z.array(sessionEntrySchema));
}
