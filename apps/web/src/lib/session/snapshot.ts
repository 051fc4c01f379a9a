/**
 * What a page remembers between two loads, so that a reload shows the person, his settings and his events before the
 * first request returns (AUTH-06). It never holds the password, nor the token: that one has its own place.
 */

import { sessionSchema } from '@atalaia/contract/accounts/session';
import { eventSchema } from '@atalaia/contract/rules/event';
import { publicServerSettingsSchema } from '@atalaia/contract/server/server-settings';
import { z } from 'zod';

export const snapshotKey = 'atalaia.snapshot';

export const snapshotSchema = z.object({
  /** A snapshot of another version is left unread. */
  version: z.literal(1),
  session: sessionSchema.extend({ token: z.null() }),
  auth: z.object({
    isLogged: z.literal(true),
    /** What was typed as user name. */
    email: z.string(),
    profile: z.enum(['admin', 'monitor', 'fleet', 'client']),
  }),
  server: publicServerSettingsSchema.nullable(),
  events: z.array(eventSchema),
});

export type Snapshot = z.infer<typeof snapshotSchema>;

/** A stored text as a snapshot; undefined when it is absent, broken, or of another version. */
export function readSnapshot(stored: string | null): Snapshot | undefined {
  if (stored === null) return undefined;
  try {
    return snapshotSchema.safeParse(JSON.parse(stored)).data;
  } catch {
    return undefined; // A half-written or foreign text: the page starts as if there were none.
  }
}
