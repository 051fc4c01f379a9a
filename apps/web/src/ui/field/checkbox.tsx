import { Checkbox as MantineCheckbox, type CheckboxProps as MantineCheckboxProps } from '@mantine/core';
import classes from './checkbox.module.css';

interface CheckboxProps extends Omit<MantineCheckboxProps, 'classNames' | 'label'> {
  /** Empty where its row says what it is for: a thumb has room beside the box all the same. */
  readonly label: string;
}

export function Checkbox({ label, ...input }: CheckboxProps) {
  return (
    <MantineCheckbox
      label={label || '\u00a0'}
      classNames={{
        body: classes.body ?? '',
        input: classes.input ?? '',
        label: (label === '' ? classes.wordless : classes.label) ?? '',
      }}
      {...input}
    />
  );
}
