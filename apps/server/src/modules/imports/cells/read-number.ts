import type { Language } from '@atalaia/phrases/phrases';
import type { CellValue } from './cell-value.ts';

/** Signs between thousands and before decimals, as each language writes them. */
const signs: Readonly<Record<Language, readonly [thousands: string, decimals: string]>> = {
  'pt-BR': ['.', ','],
  en: [',', '.'],
};

/** A number, or a text that is one in the person's way of writing it; the other decimal sign is taken where it is plain. */
export function readNumber(value: CellValue, language: Language): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll(/\s/g, '');
  const [thousands, decimals] = signs[language];
  const grouped = new RegExp(String.raw`^-?\d{1,3}(?:[${thousands}]\d{3})+(?:[${decimals}]\d+)?$`);
  if (grouped.test(text)) return Number(text.replaceAll(thousands, '').replace(decimals, '.'));
  return /^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : undefined;
}
