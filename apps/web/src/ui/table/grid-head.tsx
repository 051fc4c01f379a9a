import { VisuallyHidden } from '@mantine/core';
import { mdiArrowDown, mdiArrowUp } from '@mdi/js';
import { Icon } from '../icon.tsx';
import classes from './grid-table.module.css';

export interface SortedBy {
  readonly column: string;
  readonly order: 'asc' | 'desc';
}

interface GridHeadProps {
  readonly columns: readonly {
    readonly key: string;
    readonly title: string;
    readonly sort?: string | undefined;
    readonly width?: number | undefined;
    readonly icon?: boolean | undefined;
    readonly optional?: number | undefined;
    readonly number?: boolean | undefined;
  }[];
  readonly sorted: SortedBy | null;
  readonly onSort: (column: string) => void;
}

/** The names of the columns; those that can be sorted by are buttons, and the sorted one shows its direction. */
export function GridHead({ columns, sorted, onSort }: GridHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map(({ key, title, sort, width, icon, optional, number }) => {
          const order = sort !== undefined && sorted?.column === sort ? sorted.order : undefined;
          const direction = order === 'asc' ? 'ascending' : 'descending';
          return (
            <th
              key={key}
              scope="col"
              style={{ width }}
              data-optional={optional}
              data-number={number || undefined}
              aria-sort={sort && order ? direction : undefined}
            >
              {sort === undefined && (icon ? <VisuallyHidden>{title}</VisuallyHidden> : title)}
              {sort !== undefined && (
                <button type="button" className={classes.sort} onClick={() => onSort(sort)}>
                  {title}
                  {order && <Icon path={order === 'asc' ? mdiArrowUp : mdiArrowDown} size={13} />}
                </button>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
