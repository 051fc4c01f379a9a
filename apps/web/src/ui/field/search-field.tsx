import { TextInput } from '@mantine/core';
import { mdiMagnify } from '@mdi/js';
import { Icon } from '../icon.tsx';
import classes from './multi-select.module.css';

interface SearchFieldProps {
  /** Its name and its placeholder. */
  readonly label: string;
  readonly text: string;
  readonly onType: (text: string) => void;
}

/** What narrows a list while a person types. */
export function SearchField({ label, text, onType }: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      leftSection={<Icon path={mdiMagnify} size={16} />}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      classNames={{ root: classes.root ?? '', input: classes.input ?? '' }}
    />
  );
}
