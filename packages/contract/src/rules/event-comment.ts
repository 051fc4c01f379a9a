/** How an event was handled; who and when come from the session (EVT-03). */
import { z } from 'zod';
import { attributesSchema, instantSchema, longIdSchema } from '../values/values.ts';

export const eventCommentInputSchema = z.object({
  eventId: longIdSchema.optional(),
  comment: z.string().trim().min(1).max(10_000),
  attributes: attributesSchema.optional(),
});

export const eventCommentSchema = z.object({
  id: longIdSchema,
  eventId: longIdSchema,
  comment: z.string(),
  attributes: attributesSchema,
  /** Name of who wrote it. */
  userName: z.string(),
  createdAt: instantSchema,
});

export type EventCommentInput = z.infer<typeof eventCommentInputSchema>;
export type EventComment = z.infer<typeof eventCommentSchema>;
