/** The languages of the interface, the default first. */
export const languages = Object.freeze(['pt-BR', 'en'] as const);

export type Language = (typeof languages)[number];

export const defaultLanguage: Language = 'pt-BR';

/** The language that an attribute names; the default for none, and for one that is not known. */
export function languageNamed(value: unknown): Language {
  return languages.find((language) => language === value) ?? defaultLanguage;
}

/** The language that a person reads: his own choice, or else the installation's (`ui.language`). Attributes of both. */
export const languageRead = (
  own: Readonly<Record<string, unknown>>,
  installation: Readonly<Record<string, unknown>>,
): Language => languageNamed(own.language ?? installation['ui.language']);

/**
 * The language for a browser's preferred tag (`navigator.language`): English for every English, Portuguese for
 * everything else, an absent or odd tag too (AUTH-12).
 */
export function languageFrom(browserLanguage: string | null | undefined): Language {
  return /^en(?:[-_]|$)/i.test(browserLanguage ?? '') ? 'en' : defaultLanguage;
}
