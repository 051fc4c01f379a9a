import { MultiSelect as MantineMultiSelect } from '@mantine/core';
import type { Ref } from 'react';
import { clearButton, useTakeMatch } from './choice-keys.ts';
import { fieldClasses, fieldOrder, listClasses } from './field-classes.ts';
import classes from './multi-select.module.css';

interface MultiSelectProps {
  /** Its name, and its placeholder: for anybody who cannot see it, or above it when `labelled`. */
  readonly label: string;
  readonly labelled?: boolean;
  readonly error?: string | undefined;
  readonly placeholder?: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onChoose: (values: readonly string[]) => void;
  readonly nothingFound: string;
  readonly clearLabel: string;
  /** Of a field whose options come from elsewhere: they answer what was typed, so that Enter takes the first of them. */
  readonly settled?: boolean;
  /** Called with what is typed, where the options come from elsewhere. */
  readonly onSearch?: (text: string) => void;
  readonly hint?: string | undefined;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly onBlur?: () => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Any number of a list, chosen ones as chips; typing narrows the list. */
export function MultiSelect({
  label,
  labelled = false,
  error,
  placeholder = label,
  options,
  chosen,
  onChoose,
  nothingFound,
  clearLabel,
  onSearch,
  settled,
  hint,
  required = false,
  disabled = false,
  onBlur,
  ref,
}: MultiSelectProps) {
  const takeKey = useTakeMatch(
    settled === undefined
      ? undefined
      : {
          isSettled: settled,
          take() {
            const first = options.find(({ value }) => !chosen.includes(value));
            if (first) onChoose([...chosen, first.value]);
          },
        },
  );
  return (
    <MantineMultiSelect
      inputWrapperOrder={fieldOrder}
      ref={ref}
      description={hint}
      withAsterisk={required}
      disabled={disabled}
      {...(onBlur && { onBlur })}
      {...(labelled ? { label } : { 'aria-label': label })}
      error={error}
      {...(chosen.length === 0 && { placeholder })}
      data={[...options]}
      value={[...chosen]}
      onChange={onChoose}
      searchable
      {...(onSearch && {
        onSearchChange: onSearch,
        filter: ({ options: found }) => found,
        wrapperProps: { onKeyDownCapture: takeKey },
      })}
      clearable
      openOnFocus={false}
      nothingFoundMessage={nothingFound}
      clearButtonProps={clearButton(clearLabel)}
      // The list scrolls by itself: a scrolling box around it would have to take the focus.
      withScrollArea={false}
      classNames={{
        root: classes.root ?? '',
        label: fieldClasses.label,
        error: fieldClasses.error,
        description: fieldClasses.description,
        input: labelled ? `${classes.input} ${classes.ofForm}` : (classes.input ?? ''),
        inputField: classes.field ?? '',
        pill: classes.pill ?? '',
        ...listClasses,
      }}
    />
  );
}
