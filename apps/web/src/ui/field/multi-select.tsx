import { MultiSelect as MantineMultiSelect } from '@mantine/core';
import classes from './multi-select.module.css';

interface MultiSelectProps {
  /** Its name, for who cannot see it, and its placeholder. */
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly onChoose: (values: readonly string[]) => void;
  readonly nothingFound: string;
  readonly clearLabel: string;
}

/** Any number of a list, chosen ones as chips; typing narrows the list. */
export function MultiSelect({
  label,
  options,
  chosen,
  onChoose,
  nothingFound,
  clearLabel,
}: MultiSelectProps) {
  return (
    <MantineMultiSelect
      aria-label={label}
      {...(chosen.length === 0 && { placeholder: label })}
      data={[...options]}
      value={[...chosen]}
      onChange={onChoose}
      searchable
      clearable
      openOnFocus={false}
      nothingFoundMessage={nothingFound}
      clearButtonProps={{ 'aria-label': clearLabel }}
      // The list scrolls by itself: a scrolling box around it would have to take the focus.
      withScrollArea={false}
      classNames={{
        root: classes.root ?? '',
        input: classes.input ?? '',
        inputField: classes.field ?? '',
        pill: classes.pill ?? '',
        dropdown: classes.dropdown ?? '',
        options: classes.options ?? '',
        option: classes.option ?? '',
      }}
    />
  );
}
