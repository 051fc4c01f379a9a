import { mdiCrosshairsGps, mdiSubdirectoryArrowRight, mdiTableOff, mdiTableSearch } from '@mdi/js';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureWords } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { type GridColumn, GridTable } from '../../../ui/table/grid-table.tsx';
import type { Register } from '../register.ts';
import { useSubView } from '../sub-view/sub-view.ts';
import { useListMemory } from '../use-list-memory.ts';
import { pageSizes, useRegister } from '../use-register.ts';
import { PageTurner } from './page-turner.tsx';
import classes from './register-list.module.css';
import { RegisterToolbar, type RowActions } from './register-toolbar.tsx';

interface RegisterListProps<Row extends { readonly id: number }, Values extends FieldValues>
  extends RowActions<Row> {
  readonly register: Register<Row, Values>;
  readonly onSelect: (row: Row | null) => void;
  readonly onDevice?: ((deviceId: number) => void) | undefined;
  /** Set while the list is to have the focus, once it is there and nothing lies over it. */
  readonly wantsFocus?: RefObject<boolean>;
}

/** The list of one noun as the person sees it: searched, sorted and paged by the server (LIST-02, LIST-07). */
export function RegisterList<Row extends { readonly id: number }, Values extends FieldValues>({
  register,
  onSelect,
  onDevice,
  wantsFocus,
  ...actions
}: RegisterListProps<Row, Values>) {
  const { text } = useTexts();
  const { list: before } = useSubView();
  const list = useRegister(register, before);
  const queries = useQueryClient();
  const columns = useColumns(register, onDevice, list.depthOf);
  const { mayWrite, selected, onOpen } = actions;
  const tools = register.tools?.filter(({ writes }) => mayWrite || !writes) ?? [];
  const opens = mayWrite && register.form !== undefined;
  // What is chosen is always something that the person has seen in this list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search, order or page is another list
  useEffect(() => onSelect(null), [list.keyword, list.page, list.size, list.sorted]);
  useListMemory(list, selected, onSelect);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!wantsFocus?.current || document.querySelector('[data-holds-escape]')) return;
    const grid = place.current?.querySelector<HTMLElement>('[role="grid"]');
    if (!grid?.checkVisibility()) return;
    wantsFocus.current = false;
    grid.focus();
  });
  const isEmpty = !list.isFirst && !list.error && list.total === 0;

  return (
    <div ref={place} className={classes.list}>
      <RegisterToolbar register={register} {...actions} text={list.text} onType={list.type} />
      {list.isFirst && <Skeleton height={394} />}
      {list.error && <FailedState {...failureWords(list.error, text)} onRetry={list.retry} />}
      {isEmpty && (
        <EmptyState
          icon={list.keyword ? mdiTableSearch : mdiTableOff}
          title={text('list.empty')}
          {...((list.keyword || opens) && {
            hint: text(list.keyword ? 'list.emptySearch' : 'list.emptyHelp'),
          })}
        />
      )}
      {!list.error && list.total > 0 && (
        <GridTable
          key={list.size === 'all' ? `${list.keyword}${list.sorted?.column}${list.sorted?.order}` : 'pages'}
          label={text(register.title)}
          columns={columns}
          count={list.count}
          rowAt={list.rowAt}
          keyOf={({ id }) => id}
          selected={selected?.id}
          onSelect={onSelect}
          onOpen={opens ? ({ id }) => onOpen({ kind: 'form', rowId: id }) : undefined}
          sorted={list.sorted}
          onSort={list.sortBy}
          before={list.before}
          total={list.total}
          onSight={list.onSight}
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
          {tools.map(({ key, Tool }) => (
            <Tool
              key={key}
              keyword={list.keyword}
              onChanged={() => void queries.invalidateQueries({ queryKey: ['register'] })}
            />
          ))}
        </PageTurner>
      )}
    </div>
  );
}

function useColumns<Row extends { readonly id: number }, Values extends FieldValues>(
  { columns, deviceOf, nameOf }: Register<Row, Values>,
  onDevice: RegisterListProps<Row, Values>['onDevice'],
  depthOf: ((row: Row) => number) | undefined,
): readonly GridColumn<Row>[] {
  const { text, textOr } = useTexts();
  const words = { text, textOr, formats: useFormats() };
  const named = columns.find(({ icon }) => !icon)?.key;
  const shown = columns.map(({ key, title, cell, muted, sort, width, icon, spare }) => ({
    key,
    title: text(title),
    muted,
    sort,
    width,
    icon,
    spare,
    names: key === named,
    cell: (row: Row) => {
      const given = cell(row, words);
      const content = given === null || given === undefined || given === '' ? text('value.missing') : given;
      const depth = key === named ? depthOf?.(row) : undefined;
      return depth ? <Branch depth={depth}>{content}</Branch> : content;
    },
  }));
  if (!onDevice || !deviceOf) return shown;
  const onMap: GridColumn<Row> = {
    key: 'on-map',
    title: text('menu.map'),
    width: 44,
    icon: true,
    cell: (row) => (
      <IconButton
        size={28}
        name={text('list.showOnMap', { name: nameOf(row, words) })}
        icon={mdiCrosshairsGps}
        onClick={() => onDevice(deviceOf(row))}
      />
    ),
  };
  return [...shown, onMap];
}

/** A row that lies in another. */
function Branch({ depth, children }: { readonly depth: number; readonly children: ReactNode }) {
  return (
    <span className={classes.branch} style={{ paddingInlineStart: (depth - 1) * 20 }}>
      <Icon path={mdiSubdirectoryArrowRight} size={14} />
      {children}
    </span>
  );
}
