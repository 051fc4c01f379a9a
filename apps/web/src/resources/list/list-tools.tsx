/** Of a list: its filters beside the search, its columns, and its marked rows. */
import { useElementSize } from '@mantine/hooks';
import { mdiViewColumnOutline } from '@mdi/js';
import { useRef, useState } from 'react';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { createRememberedStore } from '../../lib/store/remembered-store.ts';
import { useStore } from '../../lib/store/use-store.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Popover } from '../../ui/layout/popover.tsx';
import type { GridColumn } from '../../ui/table/grid-table.tsx';
import { ReferenceField } from '../form/reference-field.tsx';
import type { BulkSelection, Resource, ResourceColumn } from '../resource.ts';
import { BulkActs, type BulkList } from './bulk.tsx';
import classes from './resource-list.module.css';

interface Listed<Row> {
  readonly rowAt: (index: number) => Row | undefined;
  readonly count: number;
  readonly total: number;
}

export type Marks = ReturnType<typeof useMarks>;

/** `scope`: another search or filter is another list, whose rows nobody has marked. */
export function useMarks<Row extends { readonly id: number }>(list: Listed<Row>, scope: string) {
  const [state, setState] = useState<{
    readonly scope: string;
    readonly ids: ReadonlySet<number>;
    readonly isAll: boolean;
  }>({ scope, ids: new Set(), isAll: false });
  const { ids, isAll } = state.scope === scope ? state : { ids: new Set<number>(), isAll: false };
  /** The row that was marked last. */
  const anchor = useRef<{ readonly scope: string; readonly id: number } | undefined>(undefined);
  const set = (next: ReadonlySet<number>, all = false) => setState({ scope, ids: next, isAll: all });
  return {
    ids,
    isAll,
    count: isAll ? list.total : ids.size,
    has: (id: number) => isAll || ids.has(id),
    /** With `range` every row from the one that was marked last takes over its mark. */
    mark(index: number, range: boolean) {
      const row = list.rowAt(index);
      if (!row) return;
      const last = range && anchor.current?.scope === scope ? indexOf(list, anchor.current.id) : -1;
      const from = last >= 0 ? Math.min(last, index) : index;
      const to = last >= 0 ? Math.max(last, index) : index;
      const next = new Set(ids);
      const isMarking = range || !ids.has(row.id);
      for (let at = from; at <= to; at += 1) {
        const one = list.rowAt(at);
        if (one && isMarking) next.add(one.id);
        else if (one) next.delete(one.id);
      }
      anchor.current = { scope, id: row.id };
      set(next);
    },
    /** Those of the page, or none when they are marked already. */
    markPage() {
      const rows = Array.from({ length: list.count }, (_, at) => list.rowAt(at)).filter(
        (row) => row !== undefined,
      );
      const isMarked = rows.every(({ id }) => ids.has(id));
      set(new Set(isMarked ? [] : [...ids, ...rows.map(({ id }) => id)]));
    },
    markAll: () => set(new Set(), true),
    clear: () => set(new Set()),
  };
}

/** Where a row is in the list now; -1 where it is not. */
function indexOf<Row extends { readonly id: number }>({ count, rowAt }: Listed<Row>, id: number): number {
  return Array.from({ length: count }, (_, at) => rowAt(at)?.id).indexOf(id);
}

/** The boxes, before the other columns. */
export function markColumn<Row extends { readonly id: number }>(
  marks: Marks,
  nameOf: (row: Row) => string,
  list: Listed<Row>,
  title: string,
): GridColumn<Row> {
  return {
    key: 'mark',
    title,
    width: 40,
    icon: true,
    cell: (row) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: a key reaches the box in it
      <label className={classes.markPlace} onClick={(event) => event.stopPropagation()}>
        <input
          type="checkbox"
          className={classes.mark}
          aria-label={nameOf(row)}
          checked={marks.has(row.id)}
          onChange={() => undefined}
          onClick={(event) => {
            event.stopPropagation();
            marks.mark(indexOf(list, row.id), event.shiftKey);
          }}
        />
      </label>
    ),
  };
}

interface MarksBarProps {
  readonly list: BulkList;
  readonly marks: Marks;
  readonly total: number;
  readonly filter: BulkSelection['filter'];
  readonly onDone: () => void;
}

/** How many rows are marked, and what may be done with them. */
export function MarksBar({ list, marks, total, filter, onDone }: MarksBarProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const selection: BulkSelection = marks.isAll
    ? { ids: undefined, filter, count: total }
    : { ids: [...marks.ids], filter, count: marks.count };
  return (
    <div>
      {marks.count > 0 && (
        <fieldset className={classes.marksBar} aria-label={text('list.marked')}>
          <span role="status">{text('list.markedCount', { count: marks.count })}</span>
          {!marks.isAll && total > marks.count && (
            <Button onClick={marks.markAll}>{text('list.markAll', { count: formats.count(total) })}</Button>
          )}
          <Button onClick={marks.clear}>{text('list.unmark')}</Button>
          <BulkActs
            list={list}
            selection={selection}
            onDone={() => {
              marks.clear();
              onDone();
            }}
          />
        </fieldset>
      )}
    </div>
  );
}

export type FilterValues = Readonly<Record<string, string>>;

interface ListFiltersProps<Row extends { readonly id: number }> {
  readonly resource: Pick<Resource<Row>, 'filters'>;
  readonly values: FilterValues;
  readonly onChange: (values: FilterValues) => void;
}

export function ListFilters<Row extends { readonly id: number }>({
  resource: { filters = [] },
  values,
  onChange,
}: ListFiltersProps<Row>) {
  const { text, textOr } = useTexts();
  const set = (key: string, value: string) => {
    const { [key]: _, ...others } = values;
    onChange(value === '' ? others : { ...others, [key]: value });
  };
  return filters.map((filter) => {
    const label = text(filter.label);
    const chosen = values[filter.key] ?? '';
    const common = { label, placeholder: label, clearLabel: text('list.clearFilter', { name: label }) };
    return (
      <div key={filter.key} className={classes.filter}>
        {'path' in filter ? (
          <ReferenceField
            {...common}
            unlabelled
            path={filter.path}
            chosen={chosen}
            onChoose={(value) => set(filter.key, value)}
          />
        ) : (
          <SelectField
            {...common}
            searchable
            nothingFound={text('selector.empty')}
            options={filter.options({ text, textOr })}
            chosen={chosen || null}
            onChoose={(value) => set(filter.key, value ?? '')}
          />
        )}
      </div>
    );
  });
}

/** By list: a column is shown, or not, against what the list shows by itself. */
const remembered = createRememberedStore<{ readonly [path: string]: Readonly<Record<string, boolean>> }>(
  'atalaia.columns',
  {},
);

export function useShownColumns<Row extends { readonly id: number }>({
  path,
  columns,
}: Pick<Resource<Row>, 'path' | 'columns'>) {
  const chosen = useStore(remembered, (all) => all[path]) ?? {};
  const isShown = ({ key, hidden }: ResourceColumn<Row>) => chosen[key] ?? hidden !== true;
  const named = columns.find(({ icon }) => !icon)?.key;
  const { ref, width } = useElementSize();
  const shown = columns.filter((column) => column.key === named || isShown(column));
  return {
    ref,
    shown,
    choices: columns.filter(({ key }) => key !== named),
    isShown,
    /** Chosen, and left out where the list is so narrow. */
    cut: shown.filter(({ optional }) => optional !== undefined && width > 0 && width <= optional),
    show: (key: string, on: boolean) =>
      remembered.set({ ...remembered.get(), [path]: { ...chosen, [key]: on } }),
  };
}

export function ColumnChooser<Row extends { readonly id: number }>({
  columns: { choices, isShown, cut, show },
}: {
  readonly columns: Omit<ReturnType<typeof useShownColumns<Row>>, 'ref'>;
}) {
  const { text } = useTexts();
  const [opened, setOpened] = useState(false);
  const label = cut.length > 0 ? text('list.columnsCut', { count: cut.length }) : text('list.columns');
  return (
    <Popover
      label={text('list.columns')}
      opened={opened}
      onChange={setOpened}
      target={
        <button
          type="button"
          className={classes.columnsButton}
          data-cut={cut.length > 0 || undefined}
          onClick={() => setOpened(!opened)}
        >
          <Icon path={mdiViewColumnOutline} size={16} />
          {label}
        </button>
      }
    >
      <div className={classes.columns}>
        {choices.map((column) => (
          <Checkbox
            key={column.key}
            label={
              cut.includes(column) ? text('list.columnCut', { name: text(column.title) }) : text(column.title)
            }
            checked={isShown(column)}
            onChange={({ currentTarget }) => show(column.key, currentTarget.checked)}
          />
        ))}
      </div>
    </Popover>
  );
}
