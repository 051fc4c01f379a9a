import type { ComponentPropsWithRef } from 'react';
import { useTypedNumber } from '../../lib/formats/plain-number.ts';
import { TextField } from '../../ui/field/text-field.tsx';
import classes from './resource-form.module.css';

interface NumberFormFieldProps
  extends Omit<ComponentPropsWithRef<typeof TextField>, 'value' | 'onChange' | 'text'> {
  /** Behind the number: km, h. */
  readonly unit: string | undefined;
  /** The form's value: a plain number as text, or whatever was typed that is none. */
  readonly text: string;
  readonly onType: (text: string) => void;
}

/** A number in the way the person's language writes it. */
export function NumberFormField({ unit, text, onType, ...field }: NumberFormFieldProps) {
  return (
    <TextField
      {...field}
      {...useTypedNumber(text, onType)}
      {...(unit && {
        rightSection: <span className={classes.unit}>{unit}</span>,
        rightSectionWidth: 14 + unit.length * 8,
        rightSectionPointerEvents: 'none' as const,
      })}
    />
  );
}
