import { type ReactNode, useId } from 'react';
import classes from './choice-list.module.css';

export interface ListedChoice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** It cannot be taken back. */
  readonly danger?: boolean;
  /** Shown below it while it is chosen. */
  readonly more?: ReactNode;
}

interface ChoiceListProps<Value extends string> {
  /** The question. */
  readonly label: string;
  readonly description?: ReactNode;
  /** Two beside each other where there is room: the words are short. */
  readonly columns?: boolean;
  readonly choices: readonly ListedChoice<Value>[];
  /** Null while nothing is chosen. */
  readonly chosen: Value | null;
  readonly onChoose: (value: Value) => void;
  /** What is chosen has the focus as its window opens. */
  readonly hasFocus?: boolean;
}

/** One of a few, each a line of words; arrow keys move between them as in any group of radio buttons. */
export function ChoiceList<Value extends string>(props: ChoiceListProps<Value>) {
  const { label, description, columns, choices, chosen, onChoose, hasFocus } = props;
  const group = useId();
  return (
    <fieldset className={classes.list} data-columns={columns || undefined}>
      <legend className={classes.label}>{label}</legend>
      {description}
      {choices.map(({ value, label: labels, danger, more }) => (
        <div key={value}>
          <label className={classes.choice} data-danger={danger || undefined}>
            <input
              type="radio"
              name={group}
              checked={value === chosen}
              data-autofocus={(hasFocus && value === chosen) || undefined}
              onChange={() => onChoose(value)}
            />
            {labels}
          </label>
          {value === chosen && more && <div className={classes.more}>{more}</div>}
        </div>
      ))}
    </fieldset>
  );
}
