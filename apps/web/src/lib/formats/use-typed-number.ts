import { readTypedNumber, typedNumber } from '@atalaia/domain/units/number-text';
import { type ChangeEvent, useState } from 'react';
import { useTexts } from '../texts/texts-context.ts';

/**
 * What a field of a number shows: written in the way of the person's language, while the form around it holds the number
 * plain (`plain`, with a point before decimals), or whatever was typed that is none.
 */
export function useTypedNumber(plain: string, onPlain: (plain: string) => void) {
  const { language } = useTexts();
  const plainOf = (shown: string) => {
    const value = readTypedNumber(shown, language);
    return value === undefined ? shown.trim() : String(value);
  };
  const [typed, setTyped] = useState(() => typedNumber(plain, language));
  return {
    inputMode: 'decimal' as const,
    // The form was given another value by somebody else than the person who types.
    value: plainOf(typed) === plain ? typed : typedNumber(plain, language),
    onChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
      setTyped(currentTarget.value);
      onPlain(plainOf(currentTarget.value));
    },
  };
}
