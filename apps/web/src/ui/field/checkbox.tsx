import { Checkbox as MantineCheckbox, type CheckboxProps as MantineCheckboxProps } from '@mantine/core';
import classes from './checkbox.module.css';

interface CheckboxProps extends Omit<MantineCheckboxProps, 'classNames' | 'label'> {
  readonly label: string;
}

export function Checkbox({ label, ...input }: CheckboxProps) {
  return (
    <MantineCheckbox
      label={label}
      classNames={{ body: classes.body ?? '', input: classes.input ?? '', label: classes.label ?? '' }}
      {...input}
    />
  );
}
