import type { ptBrFirst } from './pt-br-first.ts';
import type { ptBrManagement } from './pt-br-management.ts';

export type FirstKey = keyof typeof ptBrFirst;

export type ManagementKey = keyof typeof ptBrManagement;

/** `area.name` of a text that exists in every language; a text with plurals has one key for each form. */
export type PhraseKey = FirstKey | ManagementKey;

/** What code asks for: as `PhraseKey`, without the plural's suffix, which `count` chooses. */
export type PhraseName = PhraseKey extends infer Key
  ? Key extends `${infer Name}_one` | `${infer Name}_other`
    ? Name
    : Key
  : never;
