import { TextField, type TextFieldProps } from '../field/text-field.tsx';
import classes from './colour-field.module.css';

interface ColourFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'leftSection'> {
  /** As typed: a colour like #1293d1, or something on the way to one. */
  readonly text: string;
  readonly onType: (text: string) => void;
  /** What the chooser shows while nothing is chosen. */
  readonly unset?: string;
  readonly chooseLabel: string;
}

const isColour = (text: string) => /^#[\da-f]{6}$/i.test(text);

/** A colour, typed or chosen. */
export function ColourField({ text, onType, unset = '#1293d1', chooseLabel, ...field }: ColourFieldProps) {
  return (
    <TextField
      dense
      {...field}
      value={text}
      placeholder="#1293d1"
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      leftSectionPointerEvents="all"
      leftSection={
        <input
          type="color"
          className={classes.swatch}
          aria-label={chooseLabel}
          disabled={field.readOnly ?? false}
          value={isColour(text) ? text : unset}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      }
    />
  );
}
