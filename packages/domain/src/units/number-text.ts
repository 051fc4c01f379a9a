import type { Language } from '../catalog/language.ts';

/** How many decimals a number is shown with. Trailing zeros are kept up to `atLeast`. */
export interface Decimals {
  readonly atLeast: number;
  readonly atMost: number;
}

// Making an Intl.NumberFormat costs about 50 µs, using one under 1 µs; a map with labels formats thousands a second.
const formatters = new Map<string, Intl.NumberFormat>();

function formatterFor(language: Language, decimals: Decimals): Intl.NumberFormat {
  const key = `${language} ${decimals.atLeast} ${decimals.atMost}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals.atLeast,
    maximumFractionDigits: decimals.atMost,
  });
  formatters.set(key, made);
  return made;
}

/**
 * A number as a person reads it: comma and points in Portuguese (`182.407,31`), the reverse in English.
 *
 * Rounds half away from zero; a result that rounds to zero has no minus sign. A value that is not finite gives `-`,
 * the product's sign for "missing".
 */
export function formatNumber(value: number, language: Language, decimals: Decimals): string {
  if (!Number.isFinite(value)) return '-';
  const text = formatterFor(language, decimals).format(value);
  return /[1-9]/.test(text) ? text : text.replace('-', '');
}

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

/**
 * A duration as `H h mm m`: `4.812 h 07 m` in Portuguese, `4,812 h 07 m` in English (section 9). Unfinished minutes are
 * dropped. A negative or missing duration gives `-`.
 */
export function formatHours(durationMs: number | null | undefined, language: Language): string {
  if (durationMs === null || durationMs === undefined || !(durationMs >= 0) || durationMs === Infinity)
    return '-';
  const minutes = Math.floor(durationMs / 60_000);
  const hours = formatNumber(Math.floor(minutes / 60), language, { atLeast: 0, atMost: 0 });
  return `${hours} h ${String(minutes % 60).padStart(2, '0')} m`;
}
