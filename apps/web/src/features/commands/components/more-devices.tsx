import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { type DeviceRow, fetchDeviceRows } from '../../../lib/fleet/use-device-rows.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { hundred, hundredsOf } from '../batch-draft.ts';
import classes from './command-form.module.css';

interface MoreDevicesProps {
  /** Devices that are not listed yet. */
  readonly left: number;
  readonly onMore: () => void;
}

/** Below a list of devices that goes on. */
export function MoreDevices({ left, onMore }: MoreDevicesProps) {
  const { text } = useTexts();
  if (left <= 0) return null;
  return (
    <p className={classes.more}>
      <span className={classes.note}>{text('command.batchMore', { count: left })}</span>
      <Button onClick={onMore}>{text('command.batchShowMore', { count: Math.min(left, hundred) })}</Button>
    </p>
  );
}

interface ListedDevices {
  /** How many of the list are shown: a hundred at first, and a hundred more each time. */
  readonly count: number;
  showMore(): void;
  /** Those of the shown ones that are known by now. */
  readonly rows: ReadonlyMap<number, DeviceRow>;
  readonly isPending: boolean;
}

/** The devices of a long list, shown and asked for by hundreds. */
export function useListedDevices(deviceIds: readonly number[]): ListedDevices {
  const api = useApi();
  const [most, setMost] = useState(hundred);
  const listed = deviceIds.slice(0, most);
  const { rows, isPending } = useQueries({
    queries: hundredsOf(deviceIds, new Set(listed)).map((ids) => ({
      queryKey: ['batch-devices', ids],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchDeviceRows(api, ids, signal),
      gcTime: 0,
      retry: false,
    })),
    combine: (all) => ({
      rows: new Map(all.flatMap(({ data }) => [...(data ?? [])])),
      isPending: all.some((query) => query.isPending),
    }),
  });
  return { count: listed.length, showMore: () => setMost((before) => before + hundred), rows, isPending };
}
