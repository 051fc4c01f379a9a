import { useVirtualizer } from '@tanstack/react-virtual';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import classes from './virtual-list.module.css';

interface VirtualListProps<Item>
  extends Pick<
    ComponentProps<'div'>,
    'onPointerMove' | 'onPointerDown' | 'onPointerUp' | 'onPointerLeave' | 'className'
  > {
  /** Its name, for anybody who cannot see it. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => number;
  /** A usual row's height, pixels; each is measured when it is shown. */
  readonly rowHeight: number;
  /** Between two rows, pixels. */
  readonly gap: number;
  readonly children: (item: Item) => ReactNode;
}

/** A list of any length that scrolls in the place its parent gives it; only the visible ones are drawn. */
export function VirtualList<Item>({
  label,
  items,
  keyOf,
  rowHeight,
  gap,
  className = '',
  children,
  ...listeners
}: VirtualListProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    gap,
    overscan: 6,
  });
  return (
    <div ref={scroller} className={`${classes.scroller} ${className}`} {...listeners}>
      <ol className={classes.list} aria-label={label} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              {children(item)}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
