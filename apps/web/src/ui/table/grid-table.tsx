import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { type ColumnBelow, GridHead, type SortedBy } from './grid-head.tsx';
import classes from './grid-table.module.css';
import around from './table.module.css';

/** Where the keys of a list lead from the row they are on: a rule without a browser. */

/** Rows that PageUp and PageDown pass over. */
const pageRows = 10;

/** The row after a key; undefined for a key that is not the list's. `at` is -1 while no row is chosen. */
export function rowAfterKey(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  const last = count - 1;
  const within = (row: number) => Math.min(Math.max(row, 0), last);
  switch (key) {
    case 'ArrowDown':
      return within(at + 1);
    case 'ArrowUp':
      return at < 0 ? last : within(at - 1);
    case 'PageDown':
      return within(at + pageRows);
    case 'PageUp':
      return within(at - pageRows);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

export interface GridColumn<Row> {
  readonly key: string;
  readonly title: string;
  /** What is read of the title where the table is narrow. */
  readonly short?: string | undefined;
  readonly cell: (row: Row) => ReactNode;
  /** Said less loudly than the name of the row. */
  readonly muted?: boolean | undefined;
  /** It names the row. */
  readonly names?: boolean | undefined;
  /** What its head sorts by; without it the column is not sorted. */
  readonly sort?: string | undefined;
  /** Px; what is left is shared by the columns without one. */
  readonly width?: number | undefined;
  /** It shows an icon and nothing else: its title is for anybody who cannot see it. */
  readonly icon?: boolean | undefined;
  /** Left out where the list is narrower than so many px. */
  readonly optional?: 860 | 620 | 420 | undefined;
  /** Numbers stand one below the other by their last digit. */
  readonly number?: boolean | undefined;
  /** Its second line. */
  readonly below?: (ColumnBelow & { readonly cell: (row: Row) => string }) | undefined;
}

export interface GridTableProps<Row> {
  /** Its name, for anybody who cannot see it. */
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  /** Rows of the whole table. */
  readonly count: number;
  /** Undefined for one that is on its way. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row) => string | number;
  readonly selected: string | number | undefined;
  readonly onSelect: (row: Row) => void;
  /** Space marks the row, and a click with Shift all up to it; Ctrl+A all rows. */
  readonly onMark?: ((index: number, range: boolean) => void) | undefined;
  readonly onMarkAll?: (() => void) | undefined;
  /** Twice clicked, or Enter. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** One click opens, beside a button in the row. */
  readonly opensOnClick?: boolean;
  readonly sorted: SortedBy | null;
  readonly onSort: (column: string) => void;
  /** How many rows of the same list are before these. */
  readonly before?: number;
  /** How many the list has in all. */
  readonly total: number;
  /** Called with the visible rows; only they are drawn. */
  readonly onVisibleRange?: ((first: number, last: number) => void) | undefined;
  /** New rows are on their way; those shown are the ones before. */
  readonly busy?: boolean;
  /** Px; `--row` of the tokens, 36, by default. */
  readonly rowHeight?: 36 | 45;
  /** All columns have a width, and share the table's in that proportion; it scrolls sideways where it is much narrower than these. */
  readonly asWideAsColumns?: boolean;
  /** A last row that stays visible, one cell a column, for sums. */
  readonly foot?: ((column: GridColumn<Row>, at: number) => ReactNode) | undefined;
  /** A row chosen elsewhere: scrolled to when it becomes another. */
  readonly reveal?: number | undefined;
}

/** Rows of which one is chosen, by click or by key; only the visible rows are drawn. */
export function GridTable<Row>(props: GridTableProps<Row>) {
  const { label, columns, count, rowAt, keyOf, selected, onSelect, onOpen, before = 0, busy = false } = props;
  const { rowHeight = 36, foot } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const isVirtual = props.onVisibleRange !== undefined;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    enabled: isVirtual,
    scrollPaddingStart: rowHeight,
    scrollPaddingEnd: foot ? rowHeight : 0,
  });
  const visible = virtual.getVirtualItems();
  const first = isVirtual ? (visible[0]?.index ?? 0) : 0;
  const last = isVirtual ? (visible.at(-1)?.index ?? -1) : count - 1;
  useVisibleRange(props.onVisibleRange, first, last);
  useReveal(props.reveal, virtual);
  const [active, setActive] = useActiveRow(props, first, last);

  function moveTo(index: number): void {
    setActive(index);
    if (isVirtual) virtual.scrollToIndex(index);
    else document.getElementById(`${id}${index}`)?.scrollIntoView({ block: 'nearest' });
    const row = rowAt(index);
    if (row !== undefined) onSelect(row);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget) return;
    if (props.onMarkAll && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      props.onMarkAll();
      event.preventDefault();
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const next = rowAfterKey(event.key, active, count);
    const row = rowAt(active);
    if (next !== undefined) moveTo(next);
    else if (event.key === 'Enter' && row !== undefined && onOpen) onOpen(row);
    else if (event.key === ' ') {
      if (props.onMark && active >= 0) props.onMark(active, event.shiftKey);
      else moveTo(Math.max(active, 0));
    } else return;
    event.preventDefault();
  }

  const gap = (rows: number) =>
    rows > 0 && (
      // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
      <tr data-gap aria-hidden="true">
        <td colSpan={columns.length} style={{ height: rows * rowHeight }} />
      </tr>
    );
  const drawn = Array.from({ length: Math.max(last - first + 1, 0) }, (_, at) => first + at);

  return (
    <div ref={scroller} className={around.scroller} aria-busy={busy}>
      <table
        className={classes.table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are chosen, by pointer and by key
        role="grid"
        aria-label={label}
        aria-rowcount={props.total + 1}
        aria-activedescendant={active >= first && active <= last ? `${id}${active}` : undefined}
        data-virtual={isVirtual || undefined}
        data-tall={rowHeight > 36 || undefined}
        style={props.asWideAsColumns ? { minWidth: widthOf(columns) * leastShare } : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <GridHead
          columns={columns}
          sorted={props.sorted}
          onSort={props.onSort}
          isShared={props.asWideAsColumns === true}
        />
        <tbody>
          {gap(first)}
          {drawn.map((index) => {
            const row = rowAt(index);
            return (
              <tr
                key={index}
                id={`${id}${index}`}
                aria-rowindex={before + index + 2}
                aria-selected={row !== undefined && keyOf(row) === selected}
                data-striped={index % 2 === 1 || undefined}
                onClick={({ target, shiftKey, ctrlKey, metaKey }) => {
                  setActive(index);
                  if (row === undefined) return;
                  if (props.onMark && (shiftKey || ctrlKey || metaKey)) {
                    props.onMark(index, shiftKey);
                    return;
                  }
                  onSelect(row);
                  const isOnButton = target instanceof Element && target.closest('button, a') !== null;
                  if (props.opensOnClick && !isOnButton) onOpen?.(row);
                }}
                onDoubleClick={() => row !== undefined && onOpen?.(row)}
              >
                {columns.map((column) => (
                  <GridCell key={column.key} column={column} row={row} />
                ))}
              </tr>
            );
          })}
          {gap(isVirtual ? count - 1 - last : 0)}
        </tbody>
        {foot && <GridFoot columns={columns} foot={foot} />}
      </table>
    </div>
  );
}

function GridFoot<Row>({
  columns,
  foot,
}: Pick<GridTableProps<Row>, 'columns'> & {
  readonly foot: NonNullable<GridTableProps<Row>['foot']>;
}) {
  return (
    <tfoot>
      <tr>
        {columns.map((column, at) => (
          <td key={column.key} data-number={column.number || undefined}>
            {foot(column, at)}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

/** A row that is not loaded yet shows an ellipsis. */
function GridCell<Row>({ column, row }: { readonly column: GridColumn<Row>; readonly row: Row | undefined }) {
  const { cell, muted, names, icon, optional, number, below, width } = column;
  const shown = row === undefined ? '…' : cell(row);
  const second = row === undefined ? undefined : below?.cell(row);
  return (
    <td
      data-muted={muted || undefined}
      data-name={names || undefined}
      data-icon={icon || undefined}
      data-optional={optional}
      data-number={number || undefined}
      style={width === undefined ? undefined : ({ '--cell': `${width}px` } as CSSProperties)}
      dir="auto"
      title={typeof shown === 'string' ? shown : undefined}
    >
      {shown}
      {second !== undefined && (
        <small className={classes.second} title={second}>
          {second}
        </small>
      )}
    </td>
  );
}

/** Of the width of its columns a table has at least so much before it scrolls sideways. */
const leastShare = 0.8;

const widthOf = (columns: readonly { readonly width?: number | undefined }[]) =>
  columns.reduce((sum, { width = 0 }) => sum + width, 0);

function useReveal(
  index: number | undefined,
  virtual: { readonly scrollToIndex: (index: number) => void },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolled to once, when it becomes another
  useEffect(() => {
    if (index !== undefined && index >= 0) virtual.scrollToIndex(index);
  }, [index]);
}

function useVisibleRange(
  onVisibleRange: GridTableProps<never>['onVisibleRange'],
  first: number,
  last: number,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the rows in sight change, not the listener
  useEffect(() => {
    if (last >= first) onVisibleRange?.(first, last);
  }, [first, last]);
}

/** The row that the keys act on: the chosen one, wherever it is now, or one that was walked to before it came. */
function useActiveRow<Row>(
  { count, rowAt, keyOf, selected, onSelect }: GridTableProps<Row>,
  first: number,
  last: number,
): readonly [number, (index: number) => void] {
  const [walked, setWalked] = useState(-1);
  const [awaited, setAwaited] = useState(-1);
  const isChosen = (index: number) => {
    const row = rowAt(index);
    return row !== undefined && keyOf(row) === selected;
  };
  const coming = rowAt(awaited);
  // biome-ignore lint/correctness/useExhaustiveDependencies: chosen once, when it has come
  useEffect(() => {
    if (awaited < 0 || coming === undefined) return;
    setAwaited(-1);
    onSelect(coming);
  }, [coming, awaited]);

  const inView = Array.from({ length: Math.max(last - first + 1, 0) }, (_, at) => first + at).find(isChosen);
  const active = awaited >= 0 || (walked < count && isChosen(walked)) ? walked : (inView ?? -1);
  return [
    active,
    (index) => {
      setWalked(index);
      setAwaited(rowAt(index) === undefined ? index : -1);
    },
  ];
}
