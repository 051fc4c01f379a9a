import { login } from './en/login.ts';
import type { PhraseKey } from './phrase-key.ts';

/** Every text in English. */
export const en: Record<PhraseKey, string> = { ...login };
