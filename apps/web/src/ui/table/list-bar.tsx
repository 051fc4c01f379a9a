import type { ReactNode, Ref } from 'react';
import { SearchField } from '../field/search-field.tsx';
import classes from './list-bar.module.css';

interface ListBarProps {
  readonly ref?: Ref<HTMLDivElement>;
  /** Of the search, for anybody who cannot see it. */
  readonly label: string;
  readonly text: string;
  readonly onType: (text: string) => void;
  /** What may be done with the list and its chosen row. */
  readonly children: ReactNode;
}

/** Above a list: its search, and what it offers. */
export function ListBar({ ref, label, text, onType, children }: ListBarProps) {
  return (
    <div ref={ref} className={classes.bar}>
      <div className={classes.search}>
        <SearchField label={label} text={text} onType={onType} />
      </div>
      {children}
    </div>
  );
}
