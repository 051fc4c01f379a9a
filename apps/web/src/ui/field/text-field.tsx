import { TextInput, type TextInputProps } from '@mantine/core';
import { fieldClasses } from './field-classes.ts';

export interface TextFieldProps extends Omit<TextInputProps, 'classNames' | 'label' | 'error'> {
  readonly label: string;
  /** What is wrong with it; said with the field to a screen reader too. */
  readonly error?: string | undefined;
}

export function TextField({ label, error, ...input }: TextFieldProps) {
  return <TextInput label={label} error={error} classNames={fieldClasses} {...input} />;
}
