import { Select } from '@mantine/core';
import { type MouseEvent, type Ref, useRef, useState } from 'react';
import { bestFirst } from '../../lib/texts/best-first.ts';
import { Icon } from '../icon.tsx';
import { clearButton, useTakeMatch } from './choice-keys.ts';
import { fieldClasses, fieldOrder, listClasses } from './field-classes.ts';
import classes from './multi-select.module.css';

interface SelectFieldProps<Value extends string> {
  /** Its name: for anybody who cannot see it, or above it when `labelled`. */
  readonly label: string;
  readonly labelled?: boolean;
  readonly error?: string | undefined;
  readonly placeholder?: string;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    /** Path of its icon. */
    readonly icon?: string;
  }[];
  readonly chosen: Value | null;
  readonly onChoose: (value: Value | null) => void;
  /** With this name on its button, the choice can be taken back. */
  readonly clearLabel?: string;
  readonly nothingFound?: string;
  readonly searchable?: boolean;
  readonly disabled?: boolean;
  /** Called with what is typed, where the options come from elsewhere. */
  readonly onSearch?: (text: string) => void;
  /** Of a field whose options come from elsewhere: they answer what was typed, so that Enter takes the first of them. */
  readonly settled?: boolean;
  readonly hint?: string | undefined;
  readonly required?: boolean;
  readonly onBlur?: () => void;
  /** Its list is open from the first, with the focus in it: the choice is one click or key away. */
  readonly opensAtOnce?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** One of a list. */
export function SelectField<Value extends string>({
  label,
  labelled = false,
  error,
  placeholder,
  options,
  chosen,
  onChoose,
  clearLabel,
  nothingFound,
  searchable = false,
  disabled = false,
  onSearch,
  settled,
  hint,
  required = false,
  onBlur,
  opensAtOnce = false,
  ref,
}: SelectFieldProps<Value>) {
  const [isOpened, setOpened] = useState(opensAtOnce);
  const takeKey = useTakeMatch(
    settled === undefined
      ? undefined
      : {
          isSettled: settled,
          take() {
            // the list stays, and with it the word that nothing was found
            if (options.length === 0) return;
            const first = options.find(({ value }) => value !== chosen);
            if (first) onChoose(first.value);
            setOpened(false);
          },
        },
  );
  /** The first click into a list that is open already does not close it. */
  const isOpenedByItself = useRef(opensAtOnce);
  const icons = new Map(options.flatMap(({ value, icon }) => (icon ? [[value as string, icon]] : [])));
  return (
    <Select
      inputWrapperOrder={fieldOrder}
      ref={ref}
      description={hint}
      withAsterisk={required}
      {...(onBlur && { onBlur })}
      {...(labelled ? { label } : { 'aria-label': label })}
      error={error}
      placeholder={placeholder ?? label}
      data={options.map(({ value, label: name }) => ({ value, label: name }))}
      {...(icons.size > 0 && {
        leftSection: chosen !== null && <OptionIcon path={icons.get(chosen)} />,
        renderOption: ({ option }) => (
          <span className={classes.withIcon}>
            <OptionIcon path={icons.get(option.value)} />
            {option.label}
          </span>
        ),
      })}
      value={chosen}
      onChange={(value) => onChoose(value as Value | null)}
      allowDeselect={false}
      searchable={searchable}
      disabled={disabled}
      autoFocus={opensAtOnce}
      dropdownOpened={isOpened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => {
        isOpenedByItself.current = false;
        setOpened(false);
      }}
      wrapperProps={{
        ...(searchable && { onKeyDownCapture: takeKey }),
        onClickCapture(event: MouseEvent) {
          if (isOpenedByItself.current) event.stopPropagation();
        },
      }}
      {...(searchable && !onSearch && { filter: bestFirst, selectFirstOptionOnChange: true })}
      {...(onSearch && {
        onSearchChange: onSearch,
        filter: ({ options: found }) => found,
      })}
      nothingFoundMessage={nothingFound}
      // Beside the arrow stands what takes the choice back: the text ends before both.
      rightSectionWidth={clearLabel && chosen !== null ? 56 : 30}
      {...(clearLabel && { clearable: true, clearButtonProps: clearButton(clearLabel) })}
      openOnFocus={false}
      withScrollArea={false}
      classNames={{
        root: classes.root ?? '',
        label: fieldClasses.label,
        input: labelled ? `${classes.input} ${classes.ofForm}` : (classes.input ?? ''),
        error: fieldClasses.error,
        description: fieldClasses.description,
        ...listClasses,
      }}
    />
  );
}

const OptionIcon = ({ path }: { readonly path: string | undefined }) =>
  path && <Icon path={path} size={18} />;
