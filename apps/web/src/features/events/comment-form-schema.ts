import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';

const message = (key: PhraseKey): PhraseKey => key;

/** How an event was handled; a message is the key of its text (EVT-01). */
export const commentFormSchema = z.strictObject({
  comment: z.string().trim().min(1, message('event.commentMissing')).max(10_000),
});

export type CommentForm = z.infer<typeof commentFormSchema>;
