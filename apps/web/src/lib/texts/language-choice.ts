import { type Language, languageFrom, languages } from '@atalaia/phrases/languages';

export const languageStorageKey = 'atalaia.language';

/** The language of the interface: the one chosen on this browser, else the browser's own (AUTH-12). */
export function chosenLanguage(stored: string | null, browserLanguage: string | undefined): Language {
  return languages.find((language) => language === stored) ?? languageFrom(browserLanguage);
}
