import { fillText, type PhraseKey, type TextValues } from './phrase-key.ts';
import { type Language, phrasesFor } from './phrases.ts';

/** A text with its values, for messages and files that the server writes. Whoever puts it into HTML escapes it. */
export function say(language: Language, key: PhraseKey, values: TextValues = {}): string {
  return fillText(phrasesFor(language)[key], values);
}
