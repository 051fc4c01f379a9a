import type { UnknownTracker } from '@atalaia/contract/unknown-tracker';
import { mdiAccessPointNetwork, mdiPlus, mdiSwapVertical, mdiTableSearch } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { TimeAgo } from '../../../lib/formats/time-ago-text.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureWords } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { GridTable } from '../../../ui/table/grid-table.tsx';
import { ListBar } from '../../../ui/table/list-bar.tsx';
import list from '../components/register-list.module.css';
import type { SubView } from '../sub-view/sub-view.ts';
import { listTrackers } from './list-trackers.ts';
import { TrackerPorts } from './tracker-ports.tsx';
import { trackersFound } from './trackers-found.ts';
import classes from './unknown-trackers.module.css';

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
    // As a register's: what is registered in a form leaves this list at once.
    queryKey: ['register', 'unknown-trackers'],
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
          {text('traffic.title')}
        </Button>
      </ListBar>
      {!data && !error && <Skeleton height={320} />}
      {error && (
        <FailedState low={data !== undefined} {...failureWords(error, text)} onRetry={() => void refetch()} />
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
          onSight={() => undefined}
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
