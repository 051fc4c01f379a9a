/** Numbers as forms hold them while they are edited: plain text, whatever the person's language. */
import { readTypedNumber, typedNumber } from '@atalaia/domain/units/number-text';
import { type ChangeEvent, useState } from 'react';
import { useTexts } from '../texts/texts-context.ts';

/** A plain number, comma or point before its decimals; undefined for nothing, NaN for what is no number. */
export function numberIn(typed: string): number | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  return /^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}

/** The text of a stored number; '' for none. At most six decimals, so that converted units read well. */
export function textOfNumber(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(Number(value.toFixed(6)));
}

interface MapStart {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

/** Where a person's map starts, as forms hold it: a place of two zeros is none, and so is a zoom of 0 (`resolveSettings`). */
export function startTexts(start: MapStart | undefined): Record<keyof MapStart, string> {
  const hasPlace = start && (start.latitude !== 0 || start.longitude !== 0);
  return {
    latitude: hasPlace ? textOfNumber(start.latitude) : '',
    longitude: hasPlace ? textOfNumber(start.longitude) : '',
    zoom: textOfNumber(start?.zoom || null),
  };
}

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
