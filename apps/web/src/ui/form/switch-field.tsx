import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import type { Ref } from 'react';
import classes from './switch-field.module.css';
import track from './switch-track.module.css';

interface SwitchFieldProps {
  readonly label: string;
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
  readonly onBlur?: () => void;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Something that is so or not. */
export function SwitchField({
  label,
  on,
  onSwitch,
  onBlur,
  hint,
  error,
  disabled = false,
  ref,
}: SwitchFieldProps) {
  return (
    <Switch
      ref={ref}
      label={label}
      checked={on}
      disabled={disabled}
      description={hint}
      error={error}
      onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
      {...(onBlur && { onBlur })}
      classNames={{
        body: classes.body ?? '',
        track: track.track ?? '',
        label: classes.label ?? '',
        description: classes.note ?? '',
      }}
    />
  );
}
