/** A message of a registered tracker that no other table takes: acknowledged, and set aside whole (ING-02). */
import { z } from 'zod';
import { pageQuerySchema } from './values/query-values.ts';
import { idSchema, instantSchema, longIdSchema } from './values/values.ts';

export const refusedMessageSchema = z.object({
  id: longIdSchema,
  deviceId: idSchema,
  protocol: z.string(),
  kind: z.enum(['position', 'commandResult']),
  serverTime: instantSchema,
  /** The database's message. */
  error: z.string(),
  /** The bytes that it came in, as hexadecimal digits: the first 2,000 bytes. */
  frame: z.string(),
  /** What was read of them, as JSON text: its first 10,000 characters. */
  content: z.string().nullable(),
});

/** `GET refused-messages`: the latest first, a hundred by default, a thousand at most. */
export const refusedMessageQuerySchema = pageQuerySchema;

export type RefusedMessage = z.infer<typeof refusedMessageSchema>;
