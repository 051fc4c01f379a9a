import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';

/** Shortest password that can sign in, characters (AUTH-02). */
export const shortestPassword = 4;

const message = (key: PhraseKey): PhraseKey => key;

/** What the sign-in form holds; a message is the key of its text. Both fields are checked at once. */
export const loginFormSchema = z.object({
  email: z.string().trim().min(1, message('login.userRequired')),
  password: z.string().min(shortestPassword, message('login.passwordRequired')),
  /** Asked for beside a right password. */
  code: z.string().trim().optional(),
  keepConnected: z.boolean(),
});

export type LoginForm = z.infer<typeof loginFormSchema>;
