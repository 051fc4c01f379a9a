import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import classes from '../form/switch-track.module.css';

interface TableSwitchProps {
  /** Its name, which stays the same whether it is on or off. */
  readonly label: string;
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
  readonly disabled?: boolean;
}

/** What is on or off in a row of a table; the row says of what. */
export function TableSwitch({ label, on, onSwitch, disabled = false }: TableSwitchProps) {
  return (
    <Switch
      size="sm"
      aria-label={label}
      checked={on}
      disabled={disabled}
      onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
      classNames={{ track: classes.track ?? '' }}
    />
  );
}
