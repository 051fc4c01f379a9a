import type { UnknownTracker } from '@atalaia/contract/devices/unknown-tracker';
import {
  type TrackerPort,
  trackerPortSchema,
  unknownTrackerSchema,
} from '@atalaia/contract/devices/unknown-tracker';
import { matchesSearch } from '@atalaia/domain/units/search-text';
import { mdiAccessPointNetwork, mdiPlus, mdiSwapVertical, mdiTableSearch } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { TimeAgo } from '../../lib/formats/time-ago.tsx';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { failureMessage } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import list from '../../resources/list/resource-list.module.css';
import type { SubView } from '../../resources/sub-view.ts';
import { Button } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { GridTable } from '../../ui/table/grid-table.tsx';
import { ListBar } from '../../ui/table/list-bar.tsx';
import classes from './unknown-trackers.module.css';

/** So many are shown: who knocked last comes first. */
const mostShown = 500;

/** Trackers that knocked and that nobody registered (ING-04). */
function listTrackers(api: ApiClient, signal: AbortSignal): Promise<readonly UnknownTracker[]> {
  const query = { limit: mostShown };
  return api.json({ path: 'unknown-trackers', query, signal }, z.array(unknownTrackerSchema));
}

/** Where to point a tracker to. */
function listTrackerPorts(api: ApiClient, signal: AbortSignal): Promise<readonly TrackerPort[]> {
  return api.json({ path: 'unknown-trackers/ports', signal }, z.array(trackerPortSchema));
}

/** How often the server is asked who knocked, ms. */
const everyMs = 5000;

interface TrackerListProps {
  readonly chosenId: string | null;
  readonly onChoose: (uniqueId: string) => void;
  readonly onOpen: (subView: SubView) => void;
}

/** Who knocked, the latest first, renewed by itself. */
export function TrackerList({ chosenId, onChoose, onOpen }: TrackerListProps) {
  const { text } = useTexts();
  const api = useApi();
  const columns = useColumns();
  const [typed, type] = useState('');
  const { data, error, refetch } = useQuery({
    // As a resource's: what is registered in a form leaves this list at once.
    queryKey: ['resource', 'unknown-trackers'],
    queryFn: ({ signal }) => listTrackers(api, signal),
    refetchInterval: everyMs,
    retry: false,
  });
  const found = data && trackersFound(data, typed);
  const chosen = found?.find(({ uniqueId }) => uniqueId === chosenId);
  const open = (kind: string) => chosen && onOpen({ kind, rowId: chosen.uniqueId });

  return (
    <div className={list.list}>
      <ListBar label={text('list.search')} text={typed} onType={type}>
        <span className={classes.note}>{text('tracker.live', { seconds: everyMs / 1000 })}</span>
        <span className={classes.grow} />
        <Button kind="primary" icon={mdiPlus} disabled={!chosen} onClick={() => open('register')}>
          {text('tracker.register')}
        </Button>
        <Button icon={mdiSwapVertical} disabled={!chosen} onClick={() => open('traffic')}>
          {text('traffic.trackerData')}
        </Button>
      </ListBar>
      {!data && !error && <Skeleton height={320} />}
      {error && (
        <FailedState
          low={data !== undefined}
          {...failureMessage(error, text)}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && (
        <EmptyState
          icon={mdiAccessPointNetwork}
          title={text('tracker.empty')}
          hint={text('tracker.emptyHelp', { host: window.location.hostname })}
          action={<TrackerPorts />}
        />
      )}
      {data && data.length > 0 && found?.length === 0 && (
        <EmptyState icon={mdiTableSearch} title={text('list.empty')} hint={text('list.emptySearch')} />
      )}
      {found && found.length > 0 && (
        <GridTable
          label={text('menu.unknownTrackers')}
          columns={columns}
          count={found.length}
          rowAt={(index) => found[index]}
          keyOf={({ uniqueId }) => uniqueId}
          selected={chosen?.uniqueId}
          onSelect={({ uniqueId }) => onChoose(uniqueId)}
          onOpen={({ uniqueId }) => onOpen({ kind: 'register', rowId: uniqueId })}
          sorted={null}
          onSort={() => undefined}
          total={found.length}
          onVisibleRange={() => undefined}
        />
      )}
    </div>
  );
}

function useColumns() {
  const { text } = useTexts();
  const formats = useFormats();
  return [
    {
      key: 'uniqueId',
      title: text('tracker.uniqueId'),
      names: true,
      cell: ({ uniqueId }: UnknownTracker) => uniqueId,
    },
    {
      key: 'protocol',
      title: text('tracker.protocol'),
      width: 100,
      cell: ({ protocol }: UnknownTracker) => protocol,
    },
    {
      key: 'address',
      title: text('tracker.address'),
      width: 150,
      muted: true,
      cell: ({ address }: UnknownTracker) => address,
    },
    {
      key: 'attempts',
      title: text('tracker.attempts'),
      width: 100,
      cell: ({ attempts }: UnknownTracker) => formats.count(attempts),
    },
    {
      key: 'firstSeen',
      title: text('tracker.firstSeen'),
      width: 172,
      muted: true,
      cell: ({ firstSeen }: UnknownTracker) => formats.dateTime(firstSeen),
    },
    {
      key: 'lastSeen',
      title: text('tracker.lastSeen'),
      width: 110,
      cell: ({ lastSeen }: UnknownTracker) => <TimeAgo instant={lastSeen} />,
    },
  ];
}

/** Trackers whose identifier, protocol or address match a text. */
export function trackersFound(trackers: readonly UnknownTracker[], typed: string): readonly UnknownTracker[] {
  if (typed.trim() === '') return trackers;
  return trackers.filter(({ uniqueId, protocol, address }) =>
    matchesSearch([uniqueId, protocol, address], typed),
  );
}

export function useTrackerPorts(): readonly TrackerPort[] | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['tracker-ports'],
    queryFn: ({ signal }) => listTrackerPorts(api, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

/** Where to point a tracker to, by its protocol. */
function TrackerPorts() {
  const { text } = useTexts();
  const data = useTrackerPorts();
  if (!data || data.length === 0) return null;
  return (
    <table className={classes.ports} aria-label={text('tracker.ports')}>
      <thead>
        <tr>
          <th scope="col">{text('tracker.protocol')}</th>
          <th scope="col">{text('tracker.port')}</th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ protocol, port, transports }) => (
          <tr key={protocol}>
            <td>{protocol}</td>
            <td>
              <b>{port}</b> {transports.map((transport) => transport.toUpperCase()).join(', ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
