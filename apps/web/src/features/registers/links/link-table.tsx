import type { Linkable } from '@atalaia/contract/linkable';
import { mdiLinkVariantOff, mdiTableSearch } from '@mdi/js';
import { failureWords } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { DataTable, type TableColumn } from '../../../ui/table/data-table.tsx';
import { TableSwitch } from '../../../ui/table/table-switch.tsx';
import { PageTurner } from '../components/page-turner.tsx';
import { AllLinks } from './all-links.tsx';
import type { LinkPlace } from './api/linkables-page.ts';
import { LinkOrigin } from './link-origin.tsx';
import { detailOfLinkable, nameOfLinkable } from './linkable-words.ts';
import classes from './links.module.css';
import { linkPageSizes, useLinkPage } from './use-link-page.ts';
import { useLinkSwitch } from './use-link-switch.ts';

interface LinkTableProps {
  readonly place: LinkPlace;
  /** What the owner is called. */
  readonly name: string;
  readonly mayChange: boolean;
}

/** Everything of one kind that may be linked, each with its switch; what is linked comes first (PERM-01). */
export function LinkTable({ place, name, mayChange }: LinkTableProps) {
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
      {error && <FailedState {...failureWords(error, text)} onRetry={() => void refetch()} />}
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
  const words = useTexts();
  const { text } = words;
  const change = useLinkSwitch(place, page);
  const isPlain = place.kind === 'calendar';
  return [
    {
      key: 'linked',
      title: text('permission.linked'),
      // What is inherited alone is on, and switched off only where it comes from.
      cell: (row) => (
        <TableSwitch
          label={text('permission.link', { name: nameOfLinkable(place.kind, row, words) })}
          on={row.linked || row.inherited !== null}
          disabled={!mayChange || (!row.linked && row.inherited !== null)}
          onSwitch={(on) => change.mutate({ id: row.id, on })}
        />
      ),
    },
    {
      key: 'name',
      title: text('permission.name'),
      cell: (row) => <Cut className={classes.name} said={nameOfLinkable(place.kind, row, words)} />,
    },
    ...(isPlain
      ? []
      : [
          {
            key: 'detail',
            title: text('permission.detail'),
            muted: true,
            cell: (row: Linkable) => (
              <Cut
                className={classes.detail}
                said={detailOfLinkable(place.kind, row, words) || text('value.missing')}
              />
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

function Cut({ className, said }: { readonly className: string | undefined; readonly said: string }) {
  return (
    <span className={className} title={said}>
      {said}
    </span>
  );
}
