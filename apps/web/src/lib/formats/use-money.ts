import { formatNumber } from '@atalaia/domain/units/number-text';
import { useTexts } from '../texts/texts-context.ts';

/** Cents as an amount of reais in the person's language: `R$ 1.250,00`. */
export function useMoney(): (cents: number) => string {
  const { language, text } = useTexts();
  return (cents) =>
    text('value.reais', { amount: formatNumber(cents / 100, language, { atLeast: 2, atMost: 2 }) });
}
