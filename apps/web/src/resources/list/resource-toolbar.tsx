import { mdiPlus } from '@mdi/js';
import { useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type KeyBinding, useKeys } from '../../lib/keys/use-keys.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { ListBar } from '../../ui/table/list-bar.tsx';
import type { Resource } from '../resource.ts';
import type { SubView } from '../sub-view.ts';
import { type FilterValues, ListFilters } from './list-tools.tsx';
import classes from './resource-list.module.css';

export interface RowActions<Row> {
  readonly mayWrite: boolean;
  readonly selected: Row | null;
  readonly onOpen: (subView: SubView) => void;
  readonly onRemove: (row: Row) => void;
}

interface ResourceToolbarProps<Row extends { readonly id: number }, Values extends FieldValues>
  extends RowActions<Row> {
  readonly resource: Resource<Row, Values>;
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly filters: FilterValues;
  readonly onFilter: (values: FilterValues) => void;
}

/** Search, and what may be done with the list and its chosen row, each with its key (LIST-02, LIST-05). */
export function ResourceToolbar<Row extends { readonly id: number }, Values extends FieldValues>({
  resource,
  mayWrite,
  selected,
  onOpen,
  onRemove,
  text: typed,
  onType,
  filters,
  onFilter,
}: ResourceToolbarProps<Row, Values>) {
  const { text } = useTexts();
  const bar = useRef<HTMLDivElement>(null);
  const { form, links, views = [] } = resource;
  const withRow = (act: (row: Row) => void) => () =>
    selected ? act(selected) : toasts.show('info', text('list.selectFirst'));
  const openRow = (kind: string) => withRow(({ id }) => onOpen({ kind, rowId: id }));
  const add = () => onOpen({ kind: 'form', rowId: null });
  const session = useSession();
  const person = session.phase === 'signed-in' ? session.person : undefined;
  const isOffered = (row: Row) => person === undefined || resource.mayRemove?.(row, person) !== false;
  const remove = withRow((row) => isOffered(row) && onRemove(row));
  const offered = views.filter(({ writes }) => mayWrite || !writes);
  const changes = mayWrite && form !== undefined;
  const keys: readonly KeyBinding[] = [
    ...(changes
      ? [
          { key: 'F1', act: add },
          { key: 'F2', act: openRow('form') },
          { key: 'r', ctrl: true, act: remove },
        ]
      : []),
    ...(mayWrite && links ? [{ key: 'F3', act: openRow('links') }] : []),
    ...offered.flatMap(({ hotkey, key }) => (hotkey ? [{ key: hotkey, act: openRow(key) }] : [])),
  ];
  useKeys(bar, keys);
  const isIdle = selected === null;

  return (
    <ListBar ref={bar} label={text('list.search')} text={typed} onType={onType}>
      <ListFilters resource={resource} values={filters} onChange={onFilter} />
      <div className={classes.actions}>
        {changes && (
          <>
            <Button kind="primary" icon={mdiPlus} onClick={add}>
              {text('list.add')}
            </Button>
            <Button disabled={isIdle} onClick={openRow('form')}>
              {text('list.edit')}
            </Button>
          </>
        )}
        {mayWrite && links && (
          <Button disabled={isIdle} onClick={openRow('links')}>
            {text('list.associate')}
          </Button>
        )}
        {offered.map(({ key, label }) => (
          <Button key={key} disabled={isIdle} onClick={openRow(key)}>
            {text(label)}
          </Button>
        ))}
        {changes && (
          <Button kind="danger" disabled={selected === null || !isOffered(selected)} onClick={remove}>
            {text('list.remove')}
          </Button>
        )}
      </div>
    </ListBar>
  );
}
