/** The two languages of the interface, as BCP 47 tags that `Intl` understands. */
export const languages = Object.freeze(['pt-BR', 'en'] as const);

export type Language = (typeof languages)[number];
