import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import around from './table.module.css';

export interface TableColumn<Row> {
  readonly key: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Said less loudly than the name of the row. */
  readonly muted?: boolean | undefined;
  /** A text that takes the lines it needs. */
  readonly wraps?: boolean;
  /** Buttons at the end of the row. */
  readonly acts?: boolean;
}

interface DataTableProps<Row> {
  /** Its name, for anybody who cannot see it. */
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** New rows are on their way; those shown are the ones before. */
  readonly busy?: boolean;
}

/** Rows under named columns, striped; it scrolls sideways where the screen is narrow. */
export function DataTable<Row>({ label, columns, rows, keyOf, busy = false }: DataTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={around.scroller} role="group" aria-label={label} tabIndex={0} aria-busy={busy}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ key, cell, muted, wraps, acts }) => {
                const content = cell(row);
                return (
                  <td
                    key={key}
                    title={whole(content)}
                    data-muted={muted || undefined}
                    data-wraps={wraps || undefined}
                    data-acts={acts || undefined}
                    dir="auto"
                  >
                    {content}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A text that may be cut, as the hint that says all of it. */
const whole = (content: ReactNode) => (typeof content === 'string' ? content : undefined);

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
      <span className={around.first} title={whole(first)} dir="auto">
        {first}
      </span>
      {second && (
        <span className={around.second} title={whole(second)} dir="auto" data-late={late || undefined}>
          {second}
        </span>
      )}
    </>
  );
}
