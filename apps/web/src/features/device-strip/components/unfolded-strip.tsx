import { type DeviceColour, deviceColours } from '@atalaia/domain/devices/device-status';
import { useDebouncedValue } from '@mantine/hooks';
import { mdiMagnifyClose } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import type { Fleet } from '../../../lib/fleet/fleet-list.ts';
import { fetchDeviceRows, useDeviceRows } from '../../../lib/fleet/use-device-rows.ts';
import { useFleetList } from '../../../lib/fleet/use-fleet-list.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { useLiveRows } from '../use-live-rows.ts';
import { DeviceCard } from './device-card.tsx';
import { StripFailure } from './strip-failure.tsx';
import classes from './unfolded-strip.module.css';

interface DeviceChoiceProps {
  readonly fleet: Fleet;
  readonly chosen: number | null;
  readonly onChoose: (deviceId: number | null) => void;
}

/** What a dropdown holds at once; typing brings others. */
const mostOffered = 50;
const choicePauseMs = 200;

/** One device out of the whole fleet (STRIP-02). */
function DeviceChoice({ fleet, chosen, onChoose }: DeviceChoiceProps) {
  const { text } = useTexts();
  const api = useApi();
  const [typed, type] = useState('');
  const [contained] = useDebouncedValue(typed.trim(), choicePauseMs);
  const { ids: fitting, isSettled } = useFleetList(fleet, { text: contained });
  const offered = Array.from((fitting ?? new Int32Array()).subarray(0, mostOffered));
  const ids = chosen === null || offered.includes(chosen) ? offered : [chosen, ...offered];
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['device-rows', ids],
    queryFn: ({ signal }) => fetchDeviceRows(api, ids, signal),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
  const options = ids.flatMap((id) => {
    const device = data?.get(id)?.device;
    return device ? [{ value: String(id), label: device.name }] : [];
  });
  const isShown = options.some(({ value, label }) => value === String(chosen) && label === typed);
  const areNamed = ids.length === 0 || (data !== undefined && !isPlaceholderData);
  return (
    <SelectField
      label={text('strip.device')}
      clearLabel={text('strip.clear')}
      nothingFound={text('strip.empty')}
      searchable
      onSearch={type}
      settled={contained !== '' && contained === typed.trim() && isSettled && areNamed && !isShown}
      options={options}
      chosen={chosen === null ? null : String(chosen)}
      onChoose={(value) => onChoose(value === null ? null : Number(value))}
    />
  );
}

/** A pause in typing this long narrows the list, ms (STRIP-02). */
const pauseMs = 750;

/** The list is requested within that pause, so that it is there when it is over, ms. */
const askAfterMs = 250;

/** A card and the gap below it, px. */
const rowHeight = 72;

interface UnfoldedStripProps {
  readonly fleet: Fleet;
  readonly colours: readonly DeviceColour[];
  readonly selectedId: number | null;
  readonly onSelect: (deviceId: number) => void;
  /** The button that folds it. */
  readonly children: React.ReactNode;
}

const none = new Int32Array();

/** Every device in a scrolling list, narrowed by text, device and state (STRIP-02). */
export function UnfoldedStrip({ fleet, colours, selectedId, onSelect, children }: UnfoldedStripProps) {
  const { text } = useTexts();
  const [typed, type] = useState('');
  const [keyword] = useDebouncedValue(typed.trim(), askAfterMs);
  const [contained] = useDebouncedValue(typed.trim(), pauseMs);
  const [deviceId, chooseDevice] = useState<number | null>(null);
  const [colour, chooseColour] = useState<DeviceColour | null>(null);
  const coming = useFleetList(fleet, { text: keyword, colours: colour ? [colour] : colours });
  const list = useLeaveQuestion(coming, keyword === contained);
  const listed = list.ids;
  useDeviceRows(coming.ids ?? none, 0, 0);
  const ids = deviceId === null ? (listed ?? none) : (listed ?? none).filter((id) => id === deviceId);

  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const visible = rows.getVirtualItems();
  const first = visible[0]?.index ?? 0;
  const last = visible.at(-1)?.index ?? 0;
  const { rowAt, ...shown } = useDeviceRows(ids, first, last);
  const failure = list.failure ?? shown.failure;
  const live = useLiveRows(ids, first, last);

  return (
    <>
      <header className={classes.head}>
        {children}
        <SearchField label={text('strip.search')} text={typed} onType={type} />
        <DeviceChoice fleet={fleet} chosen={deviceId} onChoose={chooseDevice} />
        <SelectField
          label={text('strip.state')}
          clearLabel={text('strip.clear')}
          options={deviceColours.map((value) => ({ value, label: text(`legend.${value}`) }))}
          chosen={colour}
          onChoose={chooseColour}
        />
      </header>
      {failure !== undefined && (
        <StripFailure failure={failure} onRetry={list.failure === undefined ? shown.retry : list.retry} />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        ref={scroller}
        className={classes.scroller}
        role="group"
        aria-label={text('strip.title')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
      >
        {listed && ids.length === 0 && <EmptyState icon={mdiMagnifyClose} hint={text('strip.empty')} />}
        <ul className={classes.list} style={{ height: rows.getTotalSize() }}>
          {visible.map(({ index, start }) => {
            const row = live(rowAt(index));
            if (!row && failure !== undefined) return null;
            return (
              <li key={ids[index]} style={{ transform: `translateY(${start}px)` }}>
                <DeviceCard row={row} selected={ids[index] === selectedId} onSelect={onSelect} />
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}

/** A value as it was last while `isCurrent` held; the first one in any case. */
function useLeaveQuestion<Value>(value: Value, isCurrent: boolean): Value {
  const latest = useRef(value);
  if (isCurrent) latest.current = value;
  return latest.current;
}
