import { customerSchema } from '@atalaia/contract/accounts/customer';
import { groupSchema } from '@atalaia/contract/accounts/group';
import { type DeviceColour, deviceColours } from '@atalaia/domain/devices/device-status';
import { formatNumber } from '@atalaia/domain/units/number-text';
import { useDebouncedValue } from '@mantine/hooks';
import { mdiDockBottom, mdiFilterVariant, mdiMagnifyClose, mdiSort } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../../lib/api/api-context.ts';
import {
  type Fleet,
  type FleetFilter,
  type FleetSort,
  fleetSorts,
  type KnownVehicle,
} from '../../../lib/fleet/fleet-list.ts';
import { type DeviceRow, fetchDeviceRows, retryDelayMs } from '../../../lib/fleet/use-device-rows.ts';
import { useFleetList } from '../../../lib/fleet/use-fleet-list.ts';
import { createRememberedStore } from '../../../lib/store/remembered-store.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { Menu, MenuChoice } from '../../../ui/layout/menu.tsx';
import { isBehind, useLiveRows } from '../use-live-rows.ts';
import { StripFailure } from './strip-failure.tsx';
import classes from './vehicle-list.module.css';
import { VehicleRow } from './vehicle-row.tsx';

/** How the list was left, remembered by the browser. */
const listChoices = createRememberedStore<{ readonly sort: FleetSort; readonly filtersOpen: boolean }>(
  'atalaia.list',
  { sort: 'name', filtersOpen: false },
);

/** A pause in typing this long asks the server for customers, ms. */
const pauseMs = 60;

/** A pause this long fetches the rows that are drawn meanwhile, ms. */
const rowsPauseMs = 150;

/** px; 15 of them and the head fit at 1366 × 768. */
const rowHeight = 40;

/** So many rows are seen at once on a high screen, and are drawn with what is known until the server has answered. */
const firstRows = 30;

const comingRows = [1, 2, 3, 4, 5, 6, 7, 8];

const none = new Int32Array();

interface VehicleListProps {
  readonly fleet: Fleet;
  readonly selectedId: number | null;
  readonly onSelect: (deviceId: number) => void;
  /** The legend's choice, which map and list share. */
  readonly colours: readonly DeviceColour[];
  readonly onColours: (colours: readonly DeviceColour[]) => void;
  /** Shows the strip in its place. */
  readonly onStrip: () => void;
}

/** Every vehicle in a column at the left of the map: searched, filtered and sorted while they move. */
export function VehicleList({ fleet, selectedId, onSelect, colours, onColours, onStrip }: VehicleListProps) {
  const { text, language } = useTexts();
  const { sort, filtersOpen } = useStore(listChoices, (choices) => choices);
  const [typed, type] = useState('');
  // the vehicles are known here, so that each key is answered: a pause would only make it later
  const keyword = typed.trim();
  const [groupId, chooseGroup] = useState<string | null>(null);
  const [customerId, chooseCustomer] = useState<string | null>(null);
  const groups = useGroups(filtersOpen || groupId !== null);
  const live = useLive();
  const snapshotFailure = useStore(live.snapshotFailure, (reason) => reason);
  const filterBy = (sort: FleetSort): FleetFilter => ({
    text: keyword,
    colours,
    sort,
    groupIds: groupId === null ? undefined : groups.within(Number(groupId)),
    customerId: customerId === null ? undefined : Number(customerId),
    described: firstRows,
    isAwaited: true,
  });
  const list = useFleetList(fleet, filterBy(sort));
  const known = useMemo(
    () => new Map(list.first.map((vehicle) => [vehicle.deviceId, vehicle])),
    [list.first],
  );
  const { ids: found } = list;
  const ids = found ?? none;
  const failure = list.failure ?? (ids.length === 0 ? snapshotFailure : null) ?? undefined;
  const isNarrowed = groupId !== null || customerId !== null || colours.length > 0;
  const isWhole = !isNarrowed && keyword === '';

  return (
    <section className={classes.list} aria-label={text('vehicles.title')}>
      {/* the menu that it opens is within it for these, wherever on the page */}
      <header
        className={classes.head}
        onPointerOverCapture={fleet.giveWay}
        onFocusCapture={fleet.giveWay}
        onKeyDownCapture={fleet.giveWay}
      >
        <h2 className={classes.title}>
          {text('vehicles.title')} <em>{formatNumber(ids.length, language, { atLeast: 0, atMost: 0 })}</em>
        </h2>
        <Menu
          position="bottom-start"
          onOpen={() => list.askAhead(fleetSorts.filter((other) => other !== sort).map(filterBy))}
          target={
            <IconButton
              size={28}
              name={`${text('vehicles.sort')}: ${text(`vehicles.sort.${sort}`)}`}
              icon={mdiSort}
            />
          }
        >
          <MenuChoice
            title={text('vehicles.sort')}
            choices={fleetSorts.map((value) => ({ value, name: text(`vehicles.sort.${value}`) }))}
            chosen={sort}
            onChoose={(value) => listChoices.set({ ...listChoices.get(), sort: value })}
          />
        </Menu>
        <IconButton
          size={28}
          name={text('vehicles.filters')}
          icon={mdiFilterVariant}
          pressed={filtersOpen || isNarrowed}
          onClick={() => listChoices.set({ ...listChoices.get(), filtersOpen: !filtersOpen })}
        />
        <IconButton size={28} name={text('vehicles.asStrip')} icon={mdiDockBottom} onClick={onStrip} />
        <div className={classes.whole}>
          <SearchField label={text('vehicles.search')} text={typed} onType={type} />
        </div>
        {filtersOpen && (
          <>
            <div className={classes.whole}>
              <StateFilter colours={colours} onColours={onColours} />
            </div>
            <div className={classes.whole}>
              <SelectField
                label={text('vehicles.group')}
                clearLabel={text('strip.clear')}
                nothingFound={text('strip.empty')}
                searchable
                options={groups.options}
                chosen={groupId}
                onChoose={chooseGroup}
              />
            </div>
            <div className={classes.whole}>
              <CustomerFilter chosen={customerId} onChoose={chooseCustomer} />
            </div>
          </>
        )}
      </header>
      {failure !== undefined && (
        <StripFailure failure={failure} onRetry={list.failure ? list.retry : live.reloadSnapshot} />
      )}
      {!found && !failure && <ComingRows />}
      {found?.length === 0 && !failure && (
        <EmptyState icon={mdiMagnifyClose} hint={text(isWhole ? 'vehicles.none' : 'strip.empty')} />
      )}
      <Rows
        ids={ids}
        asked={JSON.stringify(filterBy(sort))}
        knownOf={(deviceId) => known.get(deviceId)}
        selectedId={selectedId}
        onSelect={onSelect}
      />
    </section>
  );
}

/** The places of the first vehicles until the list is there. */
function ComingRows() {
  return (
    <div aria-busy>
      {comingRows.map((row) => (
        <VehicleRow key={row} selected={false} onSelect={() => {}} />
      ))}
    </div>
  );
}

interface RowsProps extends Pick<VehicleListProps, 'selectedId' | 'onSelect'> {
  readonly ids: Int32Array;
  /** What they are the answer to. */
  readonly asked: string;
  readonly knownOf: (deviceId: number) => KnownVehicle | undefined;
}

function Rows({ ids, asked, knownOf, selectedId, onSelect }: RowsProps) {
  const { text } = useTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 3,
  });
  const visible = rows.getVirtualItems();
  const [first, last] = [visible[0]?.index ?? 0, visible.at(-1)?.index ?? -1];
  const shown = Array.from(ids.subarray(first, last + 1));
  const { rowOf, failure, retry } = useKnownRows(shown, knownOf);
  const live = useLiveRows(ids, first, last);
  const askedBefore = useRef(asked);
  useEffect(() => {
    if (askedBefore.current !== asked) rows.scrollToOffset(0);
    askedBefore.current = asked;
  }, [asked, rows]);
  const selectedAt = selectedId === null ? -1 : ids.indexOf(selectedId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: who scrolls on is not brought back while the order changes
  useEffect(() => {
    if (selectedAt >= 0) rows.scrollToIndex(selectedAt, { align: 'auto' });
  }, [selectedId]);
  return (
    <>
      {failure && <StripFailure failure={failure} onRetry={retry} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        ref={scroller}
        className={classes.scroller}
        role="group"
        aria-label={text('strip.title')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
      >
        <ul className={classes.rows} style={{ height: rows.getTotalSize() }}>
          {visible.map(({ index, start }) => {
            const id = ids[index] ?? 0;
            const fetched = live(rowOf(id));
            const vehicle = knownOf(id);
            const row = isBehind(fetched, vehicle) ? undefined : fetched;
            return (
              <li key={id} style={{ transform: `translateY(${start}px)` }}>
                <VehicleRow
                  device={row?.device}
                  position={row?.position}
                  known={row ? undefined : vehicle}
                  selected={id === selectedId}
                  onSelect={onSelect}
                />
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}

interface KnownRow {
  /** Undefined for a device that is gone. */
  readonly row: DeviceRow | undefined;
  readonly readMs: number;
}

/** A row that is looked at is at most this old, ms (DASH-04). */
const freshMs = 60_000;

/** Rows kept, beyond those that are shown. */
const mostKept = 2_000;

/**
 * What the rows of these devices show. Only those that are not known yet are fetched: in a list that is sorted by speed
 * the order changes every few seconds, and the rows do not. Where each is drawn with what the map knows, a pause in typing
 * fetches them: between two keys their answer would only be drawn in the way of the next.
 */
function useKnownRows(
  deviceIds: readonly number[],
  knownOf: RowsProps['knownOf'],
): {
  readonly rowOf: (deviceId: number) => DeviceRow | undefined;
  readonly failure: Error | undefined;
  readonly retry: () => void;
} {
  const api = useApi();
  const known = useRef(new Map<number, KnownRow>()).current;
  const nowMs = Date.now();
  const missing = deviceIds
    .filter((id) => nowMs - (known.get(id)?.readMs ?? 0) > freshMs)
    .toSorted((one, other) => one - other);
  const wanted = missing.join();
  const [settled] = useDebouncedValue(wanted, rowsPauseMs);
  const isDrawn = missing.every((id) => known.has(id) || knownOf(id));
  const query = useQuery({
    queryKey: ['known-rows', missing],
    queryFn: async ({ signal }) => {
      const rows = await fetchDeviceRows(api, missing, signal);
      const readMs = Date.now();
      if (known.size > mostKept) known.clear();
      for (const id of missing) known.set(id, { row: rows.get(id), readMs });
      return readMs;
    },
    enabled: missing.length > 0 && (!isDrawn || settled === wanted),
    gcTime: 0,
    retry: true,
    retryDelay: retryDelayMs,
  });
  const { failureReason, refetch } = query;
  // the kit draws again for what is read of it alone: without this rows that came would not be drawn
  void query.dataUpdatedAt;
  const isMissing = deviceIds.some((id) => !known.has(id));
  return {
    rowOf: (deviceId) => known.get(deviceId)?.row,
    failure: isMissing ? (failureReason ?? undefined) : undefined,
    retry: () => void refetch(),
  };
}

/** One colour of the legend; where several are chosen there, it says how many, and takes all of them back. */
function StateFilter({ colours, onColours }: Pick<VehicleListProps, 'colours' | 'onColours'>) {
  const { text } = useTexts();
  const states = deviceColours.map((value) => ({ value, label: text(`legend.${value}`) }));
  const several = { value: 'several' as const, label: text('vehicles.states', { count: colours.length }) };
  const hasSeveral = colours.length > 1;
  return (
    <SelectField
      label={text('strip.state')}
      clearLabel={text('strip.clear')}
      options={hasSeveral ? [several, ...states] : states}
      chosen={hasSeveral ? several.value : (colours[0] ?? null)}
      onChoose={(value) => value !== 'several' && onColours(value === null ? [] : [value])}
    />
  );
}

/** The groups a person sees, and each with all that lie in it. */
function useGroups(enabled: boolean) {
  const api = useApi();
  const { data = [] } = useQuery({
    queryKey: ['list-groups'],
    queryFn: ({ signal }) => api.json({ path: 'groups', signal }, z.array(groupSchema)),
    staleTime: 60_000,
    enabled,
  });
  return {
    options: data.map(({ id, name }) => ({ value: String(id), label: name })),
    within(groupId: number): readonly number[] {
      const found = new Set([groupId]);
      for (const of of found) for (const { id, groupId: above } of data) if (above === of) found.add(id);
      return [...found];
    },
  };
}

const mostOffered = 30;

function CustomerFilter({
  chosen,
  onChoose,
}: {
  readonly chosen: string | null;
  readonly onChoose: (customerId: string | null) => void;
}) {
  const { text } = useTexts();
  const api = useApi();
  const [typed, type] = useState('');
  const [known, remember] = useState<{ readonly value: string; readonly label: string }>();
  const [keyword] = useDebouncedValue(typed === known?.label ? '' : typed.trim(), pauseMs);
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['list-customers', keyword],
    queryFn: ({ signal }) =>
      api.json(
        { path: 'customers', query: { ...(keyword && { keyword }), limit: mostOffered }, signal },
        z.array(customerSchema),
      ),
    placeholderData: (before) => before,
    staleTime: 60_000,
    retry: false,
  });
  const found = (data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const options = known && !found.some(({ value }) => value === known.value) ? [known, ...found] : found;
  return (
    <SelectField
      label={text('vehicles.customer')}
      clearLabel={text('strip.clear')}
      nothingFound={text('strip.empty')}
      searchable
      onSearch={type}
      settled={keyword !== '' && keyword === typed.trim() && data !== undefined && !isPlaceholderData}
      options={options}
      chosen={chosen}
      onChoose={(value) => {
        remember(options.find((option) => option.value === value));
        onChoose(value);
      }}
    />
  );
}
