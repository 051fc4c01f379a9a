import { Textarea, type TextareaProps } from '@mantine/core';
import { areaClasses, fieldOrder } from './field-classes.ts';

interface TextAreaProps extends Omit<TextareaProps, 'classNames' | 'label' | 'error'> {
  readonly label: string;
  /** What is wrong with it; read with the field by a screen reader too. */
  readonly error?: string | undefined;
}

/** A text of several lines; it grows with what is typed. */
export function TextArea({ label, error, ...area }: TextAreaProps) {
  return (
    <Textarea
      inputWrapperOrder={fieldOrder}
      autosize
      minRows={3}
      maxRows={10}
      label={label}
      error={error}
      classNames={areaClasses}
      {...area}
    />
  );
}
