import type { ptBr } from './pt-br.ts';

/** `area.name` of a text that exists in every language; a text with plurals has one key for each form. */
export type PhraseKey = keyof typeof ptBr;

/** What code asks for: as `PhraseKey`, without the plural's suffix, which `count` chooses. */
export type PhraseName = PhraseKey extends infer Key
  ? Key extends `${infer Name}_one` | `${infer Name}_other`
    ? Name
    : Key
  : never;
