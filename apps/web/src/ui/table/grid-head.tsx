import { VisuallyHidden } from '@mantine/core';
import { mdiArrowDown, mdiArrowUp } from '@mdi/js';
import { Icon } from '../icon.tsx';
import classes from './grid-table.module.css';

export interface SortedBy {
  readonly column: string;
  readonly order: 'asc' | 'desc';
}

/** What a column has as its second line. */
export interface ColumnBelow {
  readonly title: string;
  /** What is read of the title where the table is narrow. */
  readonly short?: string | undefined;
  readonly sort: string;
}

interface GridHeadProps {
  readonly columns: readonly {
    readonly key: string;
    readonly title: string;
    readonly short?: string | undefined;
    readonly sort?: string | undefined;
    readonly width?: number | undefined;
    readonly icon?: boolean | undefined;
    readonly optional?: number | undefined;
    readonly number?: boolean | undefined;
    readonly below?: ColumnBelow | undefined;
  }[];
  readonly sorted: SortedBy | null;
  readonly onSort: (column: string) => void;
  /** The columns share the table's width in proportion to theirs. */
  readonly isShared?: boolean;
}

/** The names of the columns; those that can be sorted by are buttons, and the sorted one shows its direction. */
export function GridHead({ columns, sorted, onSort, isShared = false }: GridHeadProps) {
  const whole = columns.reduce((sum, { width = 0 }) => sum + width, 0);
  const shareOf = (width = 0) => `${((width / whole) * 100).toFixed(3)}%`;
  return (
    <thead>
      <tr>
        {columns.map(({ key, title, short, sort, width, icon, optional, number, below }) => {
          const isSorted = sorted !== null && (sorted.column === sort || sorted.column === below?.sort);
          const direction = sorted?.order === 'asc' ? 'ascending' : 'descending';
          return (
            <th
              key={key}
              scope="col"
              style={{ width: isShared ? shareOf(width) : width }}
              data-optional={optional}
              data-number={number || undefined}
              aria-sort={isSorted ? direction : undefined}
            >
              {sort === undefined && (icon ? <VisuallyHidden>{title}</VisuallyHidden> : title)}
              {[{ title, short, sort }, below].map(
                (one) =>
                  one?.sort !== undefined && (
                    <button
                      key={one.sort}
                      type="button"
                      className={classes.sort}
                      title={isShared ? one.title : undefined}
                      onClick={() => one.sort !== undefined && onSort(one.sort)}
                    >
                      <span data-full={one.short !== undefined || undefined}>{one.title}</span>
                      {one.short !== undefined && <span data-short>{one.short}</span>}
                      {sorted?.column === one.sort && (
                        <Icon path={sorted.order === 'asc' ? mdiArrowUp : mdiArrowDown} size={13} />
                      )}
                    </button>
                  ),
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
