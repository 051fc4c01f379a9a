import { useDebouncedValue, useMergedRef } from '@mantine/hooks';
import { mdiCrosshairsGps, mdiSubdirectoryArrowRight, mdiTableOff, mdiTableSearch } from '@mdi/js';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { failureMessage, isPassing } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { SortedBy } from '../../ui/table/grid-head.tsx';
import { type GridColumn, GridTable } from '../../ui/table/grid-table.tsx';
import type { Resource, ResourceColumn } from '../resource.ts';
import { type ListMemory, useSubView } from '../sub-view.ts';
import { BulkUndo } from './bulk.tsx';
import {
  ColumnChooser,
  type FilterValues,
  MarksBar,
  markColumn,
  useMarks,
  useShownColumns,
} from './list-tools.tsx';
import { PageTurner } from './page-turner.tsx';
import classes from './resource-list.module.css';
import { ResourceToolbar, type RowActions } from './resource-toolbar.tsx';
import { type ListRows, type ListWindow, useListRows, useTreeRows } from './use-list-rows.ts';

/** Rows a page may have (LIST-02). */
const pageSizes = ['10', '50', 'all'] as const;

type PageSize = (typeof pageSizes)[number];

/** Letters of one frame, ms, are one question; a question that another has overtaken is taken back. */
const pauseMs = 16;

/** The list on the screen: search, order, page, size and rows. */
function useResource<Row extends { readonly id: number }>(
  resource: Pick<Resource<Row>, 'path' | 'query' | 'schema' | 'parentOf'>,
  before: ListMemory | null,
) {
  const [text, setText] = useState(before?.text ?? '');
  const [page, goTo] = useState(before?.page ?? 0);
  const [size, setSize] = useState<PageSize>(before?.size ?? '10');
  const [sorted, setSorted] = useState<SortedBy | null>(before?.sorted ?? null);
  const [filters, setFilters] = useState<FilterValues>(before?.filters ?? {});
  const [keyword] = useDebouncedValue(text.trim(), pauseMs, { leading: true });
  const request = { keyword, filters, sort: sorted?.column, order: sorted?.order };
  const window: ListWindow = size === 'all' ? 'all' : { page, size: Number(size) };
  // What is searched or sorted is no tree any more.
  const isTree =
    resource.parentOf !== undefined && keyword === '' && !sorted && Object.keys(filters).length === 0;
  const list = useListRows(resource, request, window, !isTree);
  const tree = useTreeRows(resource, window, isTree);
  const rows = isTree ? tree : list;
  const pages = size === 'all' ? 1 : Math.max(Math.ceil(rows.total / Number(size)), 1);
  // Rows went meanwhile: the last page there is.
  if (!rows.isComing && page >= pages) goTo(pages - 1);
  return {
    text,
    type(typed: string) {
      setText(typed);
      goTo(0);
    },
    filters,
    narrow(values: FilterValues) {
      setFilters(values);
      goTo(0);
    },
    size,
    choose(chosen: PageSize) {
      setSize(chosen);
      goTo(0);
    },
    sorted,
    /** By that column; once more turns the order round. */
    sortBy(column: string) {
      const isTurned = sorted?.column === column && sorted.order === 'asc';
      setSorted({ column, order: isTurned ? 'desc' : 'asc' });
      goTo(0);
    },
    page,
    pages,
    goTo,
    keyword,
    before: size === 'all' ? 0 : page * Number(size),
    depthOf: isTree ? tree.depthOf : undefined,
    ...rows,
  };
}

/** Of a list that is shown whole, the marked row is looked for among as many at its beginning. */
const mostLookedAt = 100;

/** Saves the list's search, page and selection, and restores the selection after a reload. */
function useListMemory<Row extends { readonly id: number }>(
  list: Omit<ListMemory, 'selectedId'> & ListRows<Row>,
  selected: Row | null,
  onSelect: (row: Row) => void,
): void {
  const place = useSubView();
  const awaited = useRef(place.list?.selectedId ?? null);
  const { text, page, size, sorted, filters, isComing, count, rowAt } = list;
  useEffect(() => {
    if (awaited.current === null || isComing) return;
    const rows = Array.from({ length: Math.min(count, mostLookedAt) }, (_, at) => rowAt(at));
    const row = rows.find((one) => one?.id === awaited.current);
    awaited.current = null;
    if (row) onSelect(row);
  });
  const selectedId = selected?.id ?? awaited.current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is open over it has an entry of its own in the history
  useEffect(
    () => place.saveList({ text, page, size, sorted, selectedId, filters: filters ?? {} }),
    [text, page, size, sorted, filters, selectedId, place.shown?.kind, place.shown?.rowId],
  );
}

interface ResourceListProps<Row extends { readonly id: number }, Values extends FieldValues>
  extends RowActions<Row> {
  readonly resource: Resource<Row, Values>;
  readonly onSelect: (row: Row | null) => void;
  /** Called with the `mapIdOf` of a row that is to be shown on the map. */
  readonly onShowOnMap?: ((id: number) => void) | undefined;
  /** Set while the list is to have the focus, once it is there and nothing is over it. */
  readonly restoresFocus?: RefObject<boolean>;
}

/** The list of one noun as the person sees it: searched, sorted and paged by the server (LIST-02, LIST-07). */
export function ResourceList<Row extends { readonly id: number }, Values extends FieldValues>({
  resource,
  onSelect,
  onShowOnMap,
  restoresFocus,
  ...actions
}: ResourceListProps<Row, Values>) {
  const { text } = useTexts();
  const { list: before } = useSubView();
  const list = useResource(resource, before);
  const queries = useQueryClient();
  const { mayWrite, selected, onOpen } = actions;
  const tools = resource.tools?.filter(({ writes }) => mayWrite || !writes) ?? [];
  const opens = mayWrite && resource.form !== undefined;
  // What is chosen is always something that the person has seen in this list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search, order or page is another list
  useEffect(() => onSelect(null), [list.keyword, list.filters, list.page, list.size, list.sorted]);
  useListMemory(list, selected, onSelect);
  const { chosen, columns, marks, filter, bulkList } = useMarkedColumns(
    resource,
    list,
    mayWrite,
    onShowOnMap,
  );
  const place = useFocusBack(restoresFocus);
  const listRef = useMergedRef(place, chosen.ref);
  const isNarrowed = Object.keys(filter).length > 0;
  const isEmpty = !list.isFirst && !list.error && list.total === 0;
  // a network that is away takes no row off the screen
  const showsOldRows = list.total > 0 && isPassing(list.error);

  return (
    <div ref={listRef} className={classes.list}>
      <ResourceToolbar
        resource={resource}
        {...actions}
        text={list.text}
        onType={list.type}
        filters={list.filters}
        onFilter={list.narrow}
      />
      {bulkList && <BulkUndo list={bulkList} />}
      {bulkList && (
        <MarksBar
          list={bulkList}
          marks={marks}
          total={list.total}
          filter={filter}
          onDone={() => void queries.invalidateQueries({ queryKey: ['resource'] })}
        />
      )}
      {list.isFirst && <Skeleton height={394} />}
      {list.error && (
        <FailedState
          {...failureMessage(list.error, text)}
          {...(showsOldRows && { low: true, title: text('list.notRenewed') })}
          onRetry={list.retry}
        />
      )}
      {isEmpty && (
        <EmptyState
          icon={isNarrowed ? mdiTableSearch : mdiTableOff}
          title={text('list.empty')}
          {...((isNarrowed || opens) && {
            hint: text(isNarrowed ? 'list.emptySearch' : 'list.emptyHelp'),
          })}
        />
      )}
      {(showsOldRows || (!list.error && list.total > 0)) && (
        <GridTable
          key={list.size === 'all' ? `${list.keyword}${list.sorted?.column}${list.sorted?.order}` : 'pages'}
          label={text(resource.title)}
          columns={columns}
          count={list.count}
          rowAt={list.rowAt}
          keyOf={({ id }) => id}
          selected={selected?.id}
          onSelect={onSelect}
          onMark={bulkList ? marks.mark : undefined}
          onMarkAll={bulkList ? marks.markAll : undefined}
          onOpen={
            opens || resource.rowView
              ? ({ id }) => onOpen({ kind: resource.rowView ?? 'form', rowId: id })
              : undefined
          }
          opensOnClick={resource.rowView !== undefined}
          sorted={list.sorted}
          onSort={list.sortBy}
          before={list.before}
          total={list.total}
          onVisibleRange={list.onVisibleRange}
          busy={list.isComing}
        />
      )}
      {!list.isFirst && (
        <PageTurner
          sizes={pageSizes}
          size={list.size}
          onSize={list.choose}
          page={list.page}
          pages={list.pages}
          onPage={list.goTo}
          before={list.before}
          count={list.count}
          total={list.total}
        >
          <ColumnChooser columns={chosen} />
          {tools.map(({ key, render }) => (
            <Fragment key={key}>
              {render({
                keyword: list.keyword,
                onChanged: () => void queries.invalidateQueries({ queryKey: ['resource'] }),
              })}
            </Fragment>
          ))}
        </PageTurner>
      )}
    </div>
  );
}

/** Gives the focus to the list once it is there and nothing is over it, where it is to have it. */
function useFocusBack(restoresFocus: RefObject<boolean> | undefined): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!restoresFocus?.current || document.querySelector('[data-holds-escape]')) return;
    const grid = place.current?.querySelector<HTMLElement>('[role="grid"]');
    if (!grid?.checkVisibility()) return;
    restoresFocus.current = false;
    grid.focus();
  });
  return place;
}

/** The columns that are shown, with the boxes of marked rows before them where many can be changed at once. */
function useMarkedColumns<Row extends { readonly id: number }, Values extends FieldValues>(
  resource: Resource<Row, Values>,
  list: ReturnType<typeof useResource<Row>>,
  mayWrite: boolean,
  onShowOnMap: ResourceListProps<Row, Values>['onShowOnMap'],
) {
  const texts = useTexts();
  const labels = { ...texts, formats: useFormats() };
  const chosen = useShownColumns(resource);
  const named = useColumns(resource, chosen.shown, onShowOnMap, list.depthOf);
  const filter = { ...list.filters, ...(list.keyword !== '' && { keyword: list.keyword }) };
  const marks = useMarks(list, JSON.stringify(filter));
  const { path, bulk } = resource;
  const bulkList = mayWrite && bulk ? { path, bulk } : undefined;
  const nameOf = (row: Row) => texts.text('list.markRow', { name: resource.nameOf(row, labels) });
  const boxes = markColumn(marks, nameOf, list, texts.text('list.marked'));
  return { chosen, columns: bulkList ? [boxes, ...named] : named, marks, filter, bulkList };
}

function useColumns<Row extends { readonly id: number }, Values extends FieldValues>(
  { columns, mapIdOf, nameOf }: Resource<Row, Values>,
  chosen: readonly ResourceColumn<Row>[],
  onShowOnMap: ResourceListProps<Row, Values>['onShowOnMap'],
  depthOf: ((row: Row) => number) | undefined,
): readonly GridColumn<Row>[] {
  const { text, textOr } = useTexts();
  const labels = { text, textOr, formats: useFormats() };
  const named = columns.find(({ icon }) => !icon)?.key;
  const shown = chosen.map(({ key, title, cell, muted, sort, width, icon, optional }) => ({
    key,
    title: text(title),
    muted,
    sort,
    width,
    icon,
    optional,
    names: key === named,
    cell: (row: Row) => {
      const given = cell(row, labels);
      const content = given === null || given === undefined || given === '' ? text('value.missing') : given;
      const depth = key === named ? depthOf?.(row) : undefined;
      if (!depth) return content;
      return (
        <Branch depth={depth} title={typeof content === 'string' ? content : undefined}>
          {content}
        </Branch>
      );
    },
  }));
  if (!onShowOnMap || !mapIdOf) return shown;
  const onMap: GridColumn<Row> = {
    key: 'on-map',
    title: text('menu.map'),
    width: 44,
    icon: true,
    cell: (row) => (
      <IconButton
        size={28}
        name={text('list.showOnMap', { name: nameOf(row, labels) })}
        icon={mdiCrosshairsGps}
        onClick={() => onShowOnMap(mapIdOf(row))}
      />
    ),
  };
  return [...shown, onMap];
}

/** A row that is in another. */
function Branch({
  depth,
  title,
  children,
}: {
  readonly depth: number;
  readonly title: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <span className={classes.branch} title={title} style={{ paddingInlineStart: (depth - 1) * 20 }}>
      <Icon path={mdiSubdirectoryArrowRight} size={14} />
      <span>{children}</span>
    </span>
  );
}
