import { Autocomplete, type ComboboxItem, type OptionsFilter } from '@mantine/core';
import { denseFieldClasses, fieldOrder, listClasses } from './field-classes.ts';
import classes from './suggest-field.module.css';
import type { TextFieldProps } from './text-field.tsx';

export interface Suggestion {
  /** What is written into the field. */
  readonly value: string;
  /** What it means; it is found by this too. */
  readonly label: string;
}

type OfText =
  | 'label'
  | 'description'
  | 'error'
  | 'required'
  | 'readOnly'
  | 'inputMode'
  | 'placeholder'
  | 'name'
  | 'ref'
  | 'onBlur'
  | 'maxLength';

interface SuggestFieldProps extends Pick<TextFieldProps, OfText> {
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly suggestions: readonly Suggestion[];
}

/** A text with some well-known ones to choose from; any other may be typed. */
export function SuggestField({ label, text, onType, suggestions, error, ...input }: SuggestFieldProps) {
  const labels = new Map(suggestions.map(({ value, label: meaning }) => [value, meaning]));
  const byMeaning: OptionsFilter = ({ options, search }) => {
    const keyword = search.trim().toLocaleLowerCase();
    return (options as ComboboxItem[]).filter(({ value }) =>
      `${value} ${labels.get(value) ?? ''}`.toLocaleLowerCase().includes(keyword),
    );
  };
  return (
    <Autocomplete
      {...input}
      inputWrapperOrder={fieldOrder}
      label={label}
      error={error}
      data={suggestions.map(({ value }) => value)}
      filter={byMeaning}
      value={text}
      onChange={onType}
      openOnFocus={false}
      withScrollArea={false}
      renderOption={({ option: { value } }) => (
        <span className={classes.suggestion}>
          <span>{labels.get(value) ?? value}</span>
          {labels.get(value) !== value && <code className={classes.key}>{value}</code>}
        </span>
      )}
      classNames={{
        ...denseFieldClasses,
        ...listClasses,
      }}
    />
  );
}
