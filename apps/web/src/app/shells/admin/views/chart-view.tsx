import { sinisterAge } from '@atalaia/domain/time/sinister-age';
import { useDebouncedValue } from '@mantine/hooks';
import { mdiChartBar } from '@mdi/js';
import { useMemo, useState } from 'react';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import {
  type ChartKind,
  chartGroups,
  chartKindOf,
  chartTitles,
  leadsNowhere,
} from '../../../../features/chart/chart-kinds.ts';
import { ChartScreen } from '../../../../features/chart/components/chart-screen.tsx';
import {
  type ChartFacts,
  ChartFailure,
  ChartTable,
} from '../../../../features/chart/components/chart-table.tsx';
import { useChartSpreadsheet } from '../../../../features/chart/use-chart-spreadsheet.ts';
import { useOpenSinisters } from '../../../../features/sinisters/use-open-sinisters.ts';
import type { Fleet } from '../../../../lib/fleet/fleet-list.ts';
import { useDeviceRows } from '../../../../lib/fleet/use-device-rows.ts';
import { type FleetList, useFleetFigures, useFleetList } from '../../../../lib/fleet/use-fleet-list.ts';
import { TimeAgo } from '../../../../lib/formats/time-ago.tsx';
import { useStore } from '../../../../lib/store/use-store.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { useLive } from '../../../../live/live-context.ts';
import type { MapCore } from '../../../../map/map-api.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { useAdminContext } from '../admin-context.ts';

/** A pause in typing this long narrows the list, ms (CHART-03). */
const pauseMs = 500;

const none = new Int32Array();

/** `/admin/chart/{type}?group=` (ROUTE-07). */
export function ChartView() {
  const { type } = useParams();
  const kind = chartKindOf(type);
  return kind ? <Chart key={kind} kind={kind} /> : <Navigate to="/admin" replace />;
}

function Chart({ kind }: { readonly kind: ChartKind }) {
  const { core, fleet } = useAdminContext();
  const texts = useTexts();
  const { text } = texts;
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const group = query.get('group');
  const [name, setName] = useState('');
  const [nameContains] = useDebouncedValue(name.trim(), pauseMs);
  const { counted } = useFleetFigures(fleet);
  const list = useChartList(fleet, kind, group, nameContains);
  const snapshot = useFirstSnapshot(core);
  const { reloadSnapshot } = useLive();
  const ids = snapshot.missing && list.ids?.length === 0 ? undefined : list.ids;
  const failure = snapshot.failure ?? list.failure;
  const facts = useSinisterFacts(kind);
  const { rowAt } = useDeviceRows(ids ?? none, 0, 0);
  const sheet = useChartSpreadsheet(text(chartTitles[kind]));
  const goTo = (chosen: ChartKind, chosenGroup: string | null) =>
    void navigate(
      `/admin/chart/${chosen}${chosenGroup ? `?${new URLSearchParams({ group: chosenGroup })}` : ''}`,
    );
  const open = leadsNowhere(kind, group)
    ? {}
    : { onOpen: (deviceId: number) => void navigate(`/admin/events/devices/${deviceId}`) };

  return (
    <ChartScreen
      kind={kind}
      group={group}
      groups={chartGroups(kind, counted?.figures, texts)}
      onChoose={goTo}
      name={name}
      onName={setName}
      onClose={() => void navigate('/admin')}
      onDownload={() => ids && sheet.mutate(ids)}
      downloading={sheet.isPending}
      downloadable={rowAt(0) !== undefined}
      count={ids?.length}
    >
      {!ids && !failure && <Skeleton height={320} />}
      {!ids && failure != null && (
        <ChartFailure failure={failure} onRetry={snapshot.failure ? reloadSnapshot : list.retry} />
      )}
      {ids?.length === 0 && (
        <EmptyState
          icon={mdiChartBar}
          hint={text(kind === 'sinister' ? 'chart.emptySinisters' : 'chart.empty')}
        />
      )}
      {ids && ids.length > 0 && (
        <ChartTable label={text(chartTitles[kind])} ids={ids} facts={facts} {...open} />
      )}
    </ChartScreen>
  );
}

/** The devices behind a bar: of the fleet, or of the open sinisters of an age. */
function useChartList(fleet: Fleet, kind: ChartKind, group: string | null, text: string): FleetList {
  const inGroup = kind !== 'sinister' && group !== null ? { chart: kind, name: group } : undefined;
  const listed = useFleetList(fleet, { text, group: inGroup });
  const { data: sinisters, error, refetch } = useOpenSinisters();
  const ids = useMemo(() => {
    if (kind !== 'sinister') return listed.ids;
    if (!listed.ids || !sinisters) return undefined;
    const nowMs = Date.now();
    const fits = sinisters.filter(
      ({ openingDate }) => group === null || sinisterAge(Date.parse(openingDate), nowMs) === group,
    );
    const seen = new Set(listed.ids);
    const oldestFirst = fits.toSorted((one, other) => one.openingDate.localeCompare(other.openingDate));
    return Int32Array.from(oldestFirst.map(({ deviceId }) => deviceId).filter((id) => seen.has(id)));
  }, [kind, group, listed.ids, sinisters]);
  if (kind === 'sinister' && !sinisters && error) {
    return { ...listed, ids, failure: error, retry: () => void refetch() };
  }
  return { ...listed, ids };
}

/** Of a list of open sinisters: the number, type and age of each device's. */
function useSinisterFacts(kind: ChartKind): ChartFacts | undefined {
  const { text } = useTexts();
  const { data } = useOpenSinisters();
  return useMemo(() => {
    if (kind !== 'sinister') return undefined;
    const ofDevice = new Map(data?.map((sinister) => [sinister.deviceId, sinister]));
    return {
      titles: [text('chart.columnNumber'), text('chart.columnType'), text('chart.columnAge')],
      of(deviceId) {
        const sinister = ofDevice.get(deviceId);
        if (!sinister) return [];
        return [
          String(sinister.number),
          text(`openingType.${sinister.openingType}`),
          <TimeAgo key="age" instant={sinister.openingDate} />,
        ];
      },
    };
  }, [kind, data, text]);
}

/** Before the first snapshot of the fleet nobody knows what a list holds, and it may have failed to come. */
function useFirstSnapshot(core: MapCore): { readonly missing: boolean; readonly failure: unknown } {
  const load = useStore(core.state, (state) => state.load);
  const reason = useStore(useLive().snapshotFailure, (failure) => failure);
  const damaged = load === 'failed' ? load : null;
  return { missing: load !== 'ready', failure: reason ?? damaged };
}
