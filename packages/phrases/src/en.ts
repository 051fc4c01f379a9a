import { enFirst } from './en-first.ts';
import { enManagement } from './en-management.ts';
import { enMap } from './en-map.ts';
import type { PhraseKey } from './phrase-key.ts';

/** Every text in English. */
export const en: Record<PhraseKey, string> = { ...enFirst, ...enMap, ...enManagement };
