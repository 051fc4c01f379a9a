import { type ReactNode, useId } from 'react';
import classes from './choice-row.module.css';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly name: string;
  /** What is in the row: an icon or a few letters. */
  readonly content: ReactNode;
}

interface ChoiceRowProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

/** One of a few, all visible; arrow keys move between them as in any group of radio buttons. */
export function ChoiceRow<Value extends string>({ label, choices, chosen, onChoose }: ChoiceRowProps<Value>) {
  const group = useId();
  return (
    <fieldset className={classes.row}>
      <legend className={classes.legend}>{label}</legend>
      {choices.map(({ value, name, content }) => (
        <label key={value} className={classes.choice} title={name}>
          <input
            type="radio"
            name={group}
            aria-label={name}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          <span aria-hidden="true">{content}</span>
        </label>
      ))}
    </fieldset>
  );
}
