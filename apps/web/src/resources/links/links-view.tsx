import { type Linkable, type LinkableKind, linkableKinds } from '@atalaia/contract/accounts/linkable';
import type { PermissionOwner } from '@atalaia/contract/accounts/permission';
import { mdiLinkVariantOff, mdiLinkVariantPlus, mdiTableSearch } from '@mdi/js';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../lib/session/session-context.ts';
import { failureMessage } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { SearchField } from '../../ui/field/search-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx';
import { PageTurner } from '../list/page-turner.tsx';
import { type LinkOwnerRow, useNounTexts } from '../noun-texts.ts';
import { AllLinksDialog } from './all-links-dialog.tsx';
import type { LinkPlace } from './link-calls.ts';
import classes from './links.module.css';
import { linkPageSizes, useLinkPage, useLinkSwitch } from './use-link-page.ts';
import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import switchClasses from '../../ui/form/switch-track.module.css';

interface TableSwitchProps {
  /** Its name, which stays the same whether it is on or off. */
  readonly label: string;
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
  readonly disabled?: boolean;
}

/** What is on or off in a row of a table; the row says of what. */
function TableSwitch({ label, on, onSwitch, disabled = false }: TableSwitchProps) {
  return (
    <Switch
      size="sm"
      aria-label={label}
      checked={on}
      disabled={disabled}
      onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
      classNames={{ track: switchClasses.track ?? '' }}
    />
  );
}

interface LinksViewProps {
  readonly owner: PermissionOwner;
  /** Whose links. */
  readonly row: LinkOwnerRow;
  readonly name: string;
  /** Back to the list. */
  readonly onDone: () => void;
}

/** What a row is linked to: a tab for each kind, with switches (PERM-01, PERM-02). */
export function LinksView({ owner, row, name, onDone }: LinksViewProps) {
  const { text } = useTexts();
  const session = useSession();
  const { mayLink } = useNounTexts();
  const kinds = linkableKinds[owner];
  const [shown, show] = useState<LinkableKind | undefined>(kinds[0]);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  if (session.phase !== 'signed-in' || !shown) return null;
  const place = { owner, ownerId: row.id, kind: shown };

  return (
    <section className={classes.view} aria-label={text('permission.title', { name })}>
      <header className={classes.head}>
        <h2 ref={title} tabIndex={-1} className={classes.title}>
          {text('permission.title', { name })}
        </h2>
        <Button onClick={onDone}>{text('list.back')}</Button>
      </header>
      <Tabs
        wraps
        label={text('permission.kinds')}
        tabs={kinds.map((value) => ({ value, title: text(`permission.${value}`) }))}
        shown={shown}
        onShow={(value) => show(value as LinkableKind)}
      >
        <LinkTable
          key={shown}
          place={place}
          name={name}
          mayChange={mayLink(session.person, owner, row, shown)}
        />
      </Tabs>
    </section>
  );
}

interface LinkTableProps {
  readonly place: LinkPlace;
  /** What the owner is called. */
  readonly name: string;
  readonly mayChange: boolean;
}

/** Everything of one kind that may be linked, each with its switch; what is linked comes first (PERM-01). */
function LinkTable({ place, name, mayChange }: LinkTableProps) {
  const { text } = useTexts();
  const view = useLinkPage(place);
  const columns = useColumns(place, view.key, mayChange);
  const { data, error, isPlaceholderData, refetch } = view.query;
  const kind = text(`permission.${place.kind}`);
  const limit = Number(view.size);

  return (
    <div className={classes.part}>
      <div className={classes.tools}>
        <SearchField label={text('permission.search', { kind })} text={view.text} onType={view.type} />
        {mayChange && <AllLinks place={place} name={name} keyword={view.keyword} />}
      </div>
      {!mayChange && <p className={classes.note}>{text('permission.readOnly')}</p>}
      {!data && !error && <Skeleton height={280} />}
      {error && <FailedState {...failureMessage(error, text)} onRetry={() => void refetch()} />}
      {!error && data?.rows.length === 0 && (
        <EmptyState
          icon={view.keyword ? mdiTableSearch : mdiLinkVariantOff}
          title={text('list.empty')}
          hint={text(view.keyword ? 'list.emptySearch' : 'permission.nothing')}
        />
      )}
      {!error && data && data.rows.length > 0 && (
        <>
          <DataTable
            label={kind}
            columns={columns}
            rows={data.rows}
            keyOf={({ id }) => id}
            busy={isPlaceholderData}
          />
          <PageTurner
            sizes={linkPageSizes}
            size={view.size}
            onSize={view.choose}
            page={view.page}
            pages={Math.ceil(data.total / limit)}
            onPage={view.goTo}
            before={view.page * limit}
            count={data.rows.length}
            total={data.total}
          />
        </>
      )}
    </div>
  );
}

function useColumns(
  place: LinkPlace,
  page: ReturnType<typeof useLinkPage>['key'],
  mayChange: boolean,
): readonly TableColumn<Linkable>[] {
  const labels = useTexts();
  const { text } = labels;
  const change = useLinkSwitch(place, page);
  const { nameOf, detailOf } = useNounTexts();
  const details = detailOf(place.kind);
  return [
    {
      key: 'linked',
      title: text('permission.linked'),
      // What is inherited alone is on, and switched off only where it comes from.
      cell: (row) => (
        <TableSwitch
          label={text('permission.link', { name: nameOf(place.kind, row, labels) })}
          on={row.linked || row.inherited !== null}
          disabled={!mayChange || (!row.linked && row.inherited !== null)}
          onSwitch={(on) => change.mutate({ id: row.id, on })}
        />
      ),
    },
    {
      key: 'name',
      title: text('permission.name'),
      cell: (row) => <Cut className={classes.name} label={nameOf(place.kind, row, labels)} />,
    },
    ...(!details
      ? []
      : [
          {
            key: 'detail',
            title: text('permission.detail'),
            muted: true,
            cell: (row: Linkable) => (
              <Cut className={classes.detail} label={details(row, labels) || text('value.missing')} />
            ),
          },
          {
            key: 'origin',
            title: text('permission.origin'),
            muted: true,
            cell: (row: Linkable) => <LinkOrigin row={row} />,
          },
        ]),
  ];
}

function Cut({ className, label }: { readonly className: string | undefined; readonly label: string }) {
  return (
    <span className={className} title={label}>
      {label}
    </span>
  );
}

/** Where a link comes from. A thing may be linked and inherited: both are shown, since without its own link it would stay. */
function LinkOrigin({ row }: { readonly row: Linkable }) {
  const { text } = useTexts();
  const origin = useNounTexts().originOf(row, { text });
  const label = [row.linked ? text('permission.own') : undefined, origin?.label]
    .filter((part) => part !== undefined)
    .join(' · ');
  return (
    <span className={classes.origin} title={label}>
      {origin && <Icon path={origin.icon} size={14} />}
      <span>{label || text('value.missing')}</span>
    </span>
  );
}

interface AllLinksProps {
  readonly place: LinkPlace;
  readonly name: string;
  /** What is searched: all that it finds is switched. */
  readonly keyword: string;
}

/** Links, or takes the links away from, everything that was found. */
function AllLinks({ place, name, keyword }: AllLinksProps) {
  const { text } = useTexts();
  const [action, setAction] = useState<'link' | 'unlink'>();
  return (
    <div className={classes.all}>
      <Button icon={mdiLinkVariantPlus} onClick={() => setAction('link')}>
        {text('permission.linkAll')}
      </Button>
      <Button icon={mdiLinkVariantOff} onClick={() => setAction('unlink')}>
        {text('permission.unlinkAll')}
      </Button>
      {action && (
        <AllLinksDialog
          place={place}
          name={name}
          request={{ keyword, on: action === 'link' }}
          onClose={() => setAction(undefined)}
        />
      )}
    </div>
  );
}
