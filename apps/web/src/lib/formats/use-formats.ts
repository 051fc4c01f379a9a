import { formatNumber } from '@atalaia/domain/units/number-text';
import { useMemo } from 'react';
import { useSettings } from '../settings/settings-context.ts';
import { useTexts } from '../texts/texts-context.ts';
import { createFormats, type Formats } from './formats.ts';

export function useFormats(): Formats {
  const settings = useSettings();
  const { language } = useTexts();
  return useMemo(() => createFormats(settings, language), [settings, language]);
}

/** Cents as an amount of reais in the person's language: `R$ 1.250,00`. */
export function useMoney(): (cents: number) => string {
  const { language, text } = useTexts();
  return (cents) =>
    text('value.reais', { amount: formatNumber(cents / 100, language, { atLeast: 2, atMost: 2 }) });
}
