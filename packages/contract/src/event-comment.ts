/** How an event was handled; who and when come from the session (EVT-03). */
import { z } from 'zod';
import { attributesSchema, longIdSchema } from './values.ts';

export const eventCommentSchema = z.object({
  eventId: longIdSchema,
  comment: z.string().trim().min(1).max(10_000),
  attributes: attributesSchema.optional(),
});

export type EventComment = z.infer<typeof eventCommentSchema>;
