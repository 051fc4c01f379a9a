import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { mdiEyeOffOutline, mdiEyeOutline } from '@mdi/js';
import { useState } from 'react';
import { Icon } from '../icon.tsx';
import { denseFieldClasses, fieldClasses, fieldOrder } from './field-classes.ts';

interface PasswordFieldProps extends Omit<PasswordInputProps, 'classNames' | 'label' | 'error'> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly showLabel: string;
  readonly hideLabel: string;
  /** One of many of a form. */
  readonly dense?: boolean;
}

export function PasswordField({
  label,
  error,
  showLabel,
  hideLabel,
  dense = false,
  ...input
}: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  const name = visible ? hideLabel : showLabel;
  return (
    <PasswordInput
      inputWrapperOrder={fieldOrder}
      label={label}
      error={error}
      classNames={dense ? denseFieldClasses : fieldClasses}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleIcon={({ reveal }) => (
        <Icon path={reveal ? mdiEyeOffOutline : mdiEyeOutline} size={18} />
      )}
      visibilityToggleButtonProps={{ 'aria-label': name, title: name, tabIndex: 0 }}
      {...input}
    />
  );
}
