import { readTypedNumber, typedNumber } from '@atalaia/domain/typed-number';
import { type ComponentPropsWithRef, useState } from 'react';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { TextField } from '../../../ui/field/text-field.tsx';
import classes from './register-form.module.css';

interface NumberFormFieldProps
  extends Omit<ComponentPropsWithRef<typeof TextField>, 'value' | 'onChange' | 'text'> {
  /** Behind the number: km, h. */
  readonly unit: string | undefined;
  /** The form's value: a plain number as text, or whatever was typed that is none. */
  readonly text: string;
  readonly onType: (text: string) => void;
}

/** A number in the way the person's language writes it: the form holds it plain, with a point before decimals. */
export function NumberFormField({ unit, text, onType, ...field }: NumberFormFieldProps) {
  const { language } = useTexts();
  const plainOf = (shown: string) => {
    const value = readTypedNumber(shown, language);
    return value === undefined ? shown.trim() : String(value);
  };
  const [typed, setTyped] = useState(() => typedNumber(text, language));
  // The form was given another value by somebody else than the person who types.
  const shown = plainOf(typed) === text ? typed : typedNumber(text, language);
  return (
    <TextField
      {...field}
      inputMode="decimal"
      value={shown}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onType(plainOf(currentTarget.value));
      }}
      {...(unit && {
        rightSection: <span className={classes.unit}>{unit}</span>,
        rightSectionWidth: 14 + unit.length * 8,
        rightSectionPointerEvents: 'none' as const,
      })}
    />
  );
}
