import type { ReactNode } from 'react';
import classes from './two-lines.module.css';

interface TwoLinesProps {
  readonly first: ReactNode;
  /** Said less loudly below it; nothing where it is empty. */
  readonly second: ReactNode;
  /** What the second line says is bad. */
  readonly late?: boolean;
}

/** Two facts that belong together in one cell of a table. */
export function TwoLines({ first, second, late = false }: TwoLinesProps) {
  return (
    <>
      <span className={classes.first} dir="auto">
        {first}
      </span>
      {second && (
        <span className={classes.second} dir="auto" data-late={late || undefined}>
          {second}
        </span>
      )}
    </>
  );
}
