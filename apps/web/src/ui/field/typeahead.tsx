import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { mdiMagnify } from '@mdi/js';
import { type Ref, useEffect } from 'react';
import { Icon } from '../icon.tsx';
import { useTakeMatch } from './choice-keys.ts';
import classes from './typeahead.module.css';

export interface TypeaheadOption {
  readonly value: string;
  readonly title: string;
  readonly detail?: string;
  /** Path of its icon. */
  readonly icon?: string;
}

interface TypeaheadProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly options: readonly TypeaheadOption[];
  /** Whether the options answer the text as it is now; Enter before that takes the first of those that will. */
  readonly isSettled?: boolean;
  /** Said in the list's place: too short, searching, nothing found, failed. */
  readonly note?: string | undefined;
  readonly onPick: (value: string) => void;
  /** The key that leads here, shown at the end. */
  readonly shortcut?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A search box that offers what fits while a person types. Arrows walk, Enter picks, Escape closes. */
export function Typeahead({
  label,
  placeholder,
  text,
  onType,
  options,
  isSettled = true,
  note,
  onPick,
  shortcut,
  ref,
}: TypeaheadProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { selectFirstOption, resetSelectedOption } = combobox;
  // biome-ignore lint/correctness/useExhaustiveDependencies: Enter picks the first of what is offered now
  useEffect(() => {
    if (!isSettled) resetSelectedOption();
    else if (options.length > 0) selectFirstOption();
  }, [options, isSettled]);
  const pick = (value: string) => {
    combobox.closeDropdown();
    onPick(value);
  };
  const takeMatch = useTakeMatch({ isSettled, take: () => options[0] && pick(options[0].value) });

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={pick}
      transitionProps={{ duration: 100 }}
      classNames={{
        dropdown: classes.dropdown ?? '',
        options: classes.options ?? '',
        option: classes.option ?? '',
      }}
    >
      <Combobox.Target>
        <TextInput
          ref={ref}
          type="search"
          aria-label={label}
          placeholder={placeholder}
          value={text}
          onKeyDown={takeMatch}
          leftSection={<Icon path={mdiMagnify} size={18} />}
          {...(shortcut && text === '' && { rightSection: <kbd className={classes.key}>{shortcut}</kbd> })}
          classNames={{ input: classes.input ?? '' }}
          onChange={({ currentTarget }) => {
            onType(currentTarget.value);
            combobox.openDropdown();
          }}
          onFocus={({ currentTarget }) => {
            // on a low screen the list has its place below, and not over what stands above
            if (matchMedia('(max-height: 500px)').matches) currentTarget.scrollIntoView({ block: 'start' });
            if (text !== '') combobox.openDropdown();
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={options.length === 0 && note === undefined}>
        <Combobox.Options aria-label={label}>
          {options.map(({ value, title, detail, icon }) => (
            <Combobox.Option key={value} value={value}>
              {icon && (
                <span className={classes.icon}>
                  <Icon path={icon} size={20} />
                </span>
              )}
              <span className={classes.title} dir="auto">
                {title}
              </span>
              <span className={classes.detail} dir="auto">
                {detail}
              </span>
            </Combobox.Option>
          ))}
          {options.length === 0 && note !== undefined && (
            <div className={classes.note} role="status">
              {note}
            </div>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
