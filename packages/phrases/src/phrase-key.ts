import type { ptBr } from './pt-br.ts';

/** `area.name` of a text that exists in every language. */
export type PhraseKey = keyof typeof ptBr;
