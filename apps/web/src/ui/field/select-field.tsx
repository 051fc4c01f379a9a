import { Select } from '@mantine/core';
import classes from './multi-select.module.css';

interface SelectFieldProps<Value extends string> {
  /** Its name, for who cannot see it. */
  readonly label: string;
  readonly placeholder?: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: Value | null;
  readonly onChoose: (value: Value | null) => void;
  /** With this name on its button, the choice can be taken back. */
  readonly clearLabel?: string;
  readonly nothingFound?: string;
  readonly searchable?: boolean;
  /** Told of what is typed, where the options are found elsewhere. */
  readonly onSearch?: (text: string) => void;
}

/** One of a list. */
export function SelectField<Value extends string>({
  label,
  placeholder,
  options,
  chosen,
  onChoose,
  clearLabel,
  nothingFound,
  searchable = false,
  onSearch,
}: SelectFieldProps<Value>) {
  return (
    <Select
      aria-label={label}
      placeholder={placeholder ?? label}
      data={[...options]}
      value={chosen}
      onChange={(value) => onChoose(value as Value | null)}
      allowDeselect={false}
      searchable={searchable}
      {...(onSearch && { onSearchChange: onSearch })}
      nothingFoundMessage={nothingFound}
      {...(clearLabel && { clearable: true, clearButtonProps: { 'aria-label': clearLabel } })}
      withScrollArea={false}
      classNames={{
        root: classes.root ?? '',
        input: classes.input ?? '',
        dropdown: classes.dropdown ?? '',
        options: classes.options ?? '',
        option: classes.option ?? '',
      }}
    />
  );
}
