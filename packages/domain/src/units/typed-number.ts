import type { Language } from '../catalog/language.ts';

/** Signs between thousands and before decimals, as each language writes them. */
const signs: Readonly<Record<Language, readonly [thousands: string, decimals: string]>> = {
  'pt-BR': ['.', ','],
  en: [',', '.'],
};

/**
 * The number a person wrote in the way of his language: `1.234,5` in Portuguese, `1,234.5` in English. Blanks are passed
 * over. The other decimal sign is taken where it cannot be one of thousands: `12.5` is the same in both. Undefined for
 * what is no number, powers and other bases among it.
 */
export function readTypedNumber(typed: string, language: Language): number | undefined {
  const text = typed.replaceAll(/\s/g, '');
  const [thousands, decimals] = signs[language];
  const grouped = new RegExp(String.raw`^-?[1-9]\d{0,2}(?:[${thousands}]\d{3})+(?:[${decimals}]\d+)?$`);
  if (grouped.test(text)) return Number(text.replaceAll(thousands, '').replace(decimals, '.'));
  return /^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : undefined;
}

/**
 * A plain number as text (`-12.345`) in the way of a language, so that `readTypedNumber` reads the same number again; what
 * is no plain number comes back as it is.
 */
export function typedNumber(plain: string, language: Language): string {
  return /^-?\d+\.\d+$/.test(plain) ? plain.replace('.', signs[language][1]) : plain;
}
