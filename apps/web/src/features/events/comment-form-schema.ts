import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';

const message = (key: PhraseKey): PhraseKey => key;

/** Characters; the field takes no more. */
export const longestComment = 10_000;

/** How an event was handled; a message is the key of its text (EVT-01). */
export const commentFormSchema = z.strictObject({
  comment: z.string().trim().min(1, message('event.commentMissing')).max(longestComment),
});

export type CommentForm = z.infer<typeof commentFormSchema>;
