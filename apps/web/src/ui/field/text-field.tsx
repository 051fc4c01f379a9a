import { TextInput, type TextInputProps } from '@mantine/core';
import { denseFieldClasses, fieldClasses, fieldOrder } from './field-classes.ts';

export interface TextFieldProps extends Omit<TextInputProps, 'classNames' | 'label' | 'error'> {
  readonly label: string;
  /** What is wrong with it; read with the field by a screen reader too. */
  readonly error?: string | undefined;
  /** One of many of a form. */
  readonly dense?: boolean;
}

export function TextField({ label, error, dense = false, ...input }: TextFieldProps) {
  return (
    <TextInput
      label={label}
      error={error}
      inputWrapperOrder={fieldOrder}
      classNames={dense ? denseFieldClasses : fieldClasses}
      {...input}
    />
  );
}
