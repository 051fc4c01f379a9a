/** The texts of the interface by language: flat keys `area.name`, interpolation `{{name}}`, plurals `_one`/`_other`. */
import { en } from './en.ts';
import { type Language, languageFrom, languages } from './languages.ts';
import type { PhraseKey, PhraseName } from './phrase-key.ts';
import { ptBr } from './pt-br.ts';

export { type Language, languageFrom, languages, type PhraseKey, type PhraseName };

const texts: Readonly<Record<Language, Readonly<Record<PhraseKey, string>>>> = Object.freeze({
  'pt-BR': Object.freeze(ptBr),
  en: Object.freeze(en),
});

/** Every text of one language. */
export function phrasesFor(language: Language): Readonly<Record<PhraseKey, string>> {
  return texts[language];
}

/** Whether a key made from data (an event type a server of tomorrow may send) has a text. */
export function hasPhrase(key: string): key is PhraseKey {
  return Object.hasOwn(ptBr, key);
}
