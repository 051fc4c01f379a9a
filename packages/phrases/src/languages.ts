/** The languages of the interface, the default first. */
export const languages = Object.freeze(['pt-BR', 'en'] as const);

export type Language = (typeof languages)[number];

export const defaultLanguage: Language = 'pt-BR';

/**
 * The language for a browser's preferred tag (`navigator.language`): English for every English, Portuguese for
 * everything else, an absent or odd tag too (AUTH-12).
 */
export function languageFrom(browserLanguage: string | null | undefined): Language {
  return /^en(?:[-_]|$)/i.test(browserLanguage ?? '') ? 'en' : defaultLanguage;
}
