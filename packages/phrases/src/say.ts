import type { PhraseKey } from './phrase-key.ts';
import { type Language, phrasesFor } from './phrases.ts';

/**
 * A text with its values in place of `{{name}}`, for messages and files that the server writes. A placeholder without a
 * value stays as it is. Nothing is escaped: whoever puts the text into HTML does that.
 */
export function say(
  language: Language,
  key: PhraseKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return phrasesFor(language)[key].replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
