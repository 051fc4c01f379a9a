import { deskFiguresSchema } from '@atalaia/contract/desk/desk';
import { comparisonsSchema, riskTotalsSchema } from '@atalaia/contract/providers/reconciliation';
import { countSinisterAges } from '@atalaia/domain/time/sinister-age';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { Dashboard, FigureCard } from '../../../features/dashboard/components/dashboard.tsx';
import { durationText, shareText } from '../../../features/desk/duration.ts';
import { useOpenSinisters } from '../../../features/sinisters/use-open-sinisters.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import type { Fleet } from '../../../lib/fleet/fleet-list.ts';
import { useFleetFigures } from '../../../lib/fleet/use-fleet-list.ts';
import { useFormats, useMoney } from '../../../lib/formats/use-formats.ts';
import { useDeskRole } from '../../../lib/session/desk-role.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { type Fact, FactList } from '../../../ui/table/fact-list.tsx';

interface FleetDashboardProps {
  readonly fleet: Fleet;
  readonly onClose: () => void;
  /** Shows it as a page; absent where it is one. */
  readonly onPage?: () => void;
}

/** The figures of the fleet, of its incidents and of the desk: beside the map, or as a page (DASH-06). */
export function FleetDashboard({ fleet, onClose, onPage }: FleetDashboardProps) {
  const navigate = useNavigate();
  const { counted, failure, retry } = useFleetFigures(fleet);
  const live = useLive();
  const snapshotFailure = useStore(live.snapshotFailure, (reason) => reason) ?? undefined;
  const { data, dataUpdatedAt, isError, refetch } = useOpenSinisters();
  const sinisters = data && {
    figures: countSinisterAges(
      data.map(({ id, status, openingDate }) => ({ id, status, openedMs: Date.parse(openingDate) })),
      Date.now(),
    ),
    countedMs: dataUpdatedAt,
  };
  return (
    <Dashboard
      fleet={counted}
      fleetFailure={counted ? undefined : (failure ?? snapshotFailure)}
      onRetryFleet={failure === undefined ? live.reloadSnapshot : retry}
      sinisters={sinisters}
      onRetrySinisters={isError ? () => void refetch() : undefined}
      onOpen={(chart, group) => void navigate(`/admin/chart/${chart}?${new URLSearchParams({ group })}`)}
      onClose={onClose}
      onPage={onPage}
      more={
        <>
          <DeskFigures />
          <ReconciliationFigures />
        </>
      }
    />
  );
}

const refreshMs = 10_000;

/** The desk's figures of today, on the dashboard of the person who works there. */
function DeskFigures() {
  const { text } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const worksAtDesk = useDeskRole() !== 'none';
  const figures = useQuery({
    queryKey: ['desk-figures'],
    queryFn: ({ signal }) => api.json({ path: 'desk/figures', signal }, deskFiguresSchema),
    refetchInterval: refreshMs,
    enabled: worksAtDesk,
  });
  if (!worksAtDesk) return null;
  return (
    <QueriedFigures
      title={text('desk.title')}
      figures={figures}
      factsOf={(desk) => [
        { name: text('deskFigure.waiting'), value: formats.count(desk.waiting) },
        { name: text('deskFigure.worked'), value: formats.count(desk.claimed + desk.held) },
        { name: text('deskFigure.breached'), value: formats.count(desk.breached) },
        { name: text('deskFigure.today'), value: `${desk.openedToday} / ${desk.closedToday}` },
        { name: text('deskFigure.claim'), value: durationText(desk.medianClaimSeconds) },
        { name: text('deskFigure.close'), value: durationText(desk.medianCloseSeconds) },
        { name: text('deskFigure.within'), value: shareText(desk.withinDeadline, formats) },
        { name: text('deskFigure.onDuty'), value: formats.count(desk.onDuty) },
      ]}
      address="/admin/desk"
    />
  );
}

const slowRefreshMs = 300_000;

/** What costs money and brings none, on the dashboard of the person who works at the desk (DRIFT-01, DRIFT-02). */
function ReconciliationFigures() {
  const { text } = useTexts();
  const formats = useFormats();
  const money = useMoney();
  const api = useApi();
  const worksAtDesk = useDeskRole() !== 'none';
  const totals = useQuery({
    queryKey: ['reconciliation/money-at-risk', 'totals'],
    queryFn: ({ signal }) =>
      api.json({ path: 'reconciliation/money-at-risk/totals', signal }, riskTotalsSchema),
    refetchInterval: slowRefreshMs,
    enabled: worksAtDesk,
  });
  const { data: comparisons } = useQuery({
    queryKey: ['reconciliation/comparisons'],
    queryFn: ({ signal }) => api.json({ path: 'reconciliation/comparisons', signal }, comparisonsSchema),
    refetchInterval: slowRefreshMs,
    enabled: worksAtDesk,
  });
  const compared = comparisons?.filter(({ hasAccount }) => hasAccount) ?? [];
  const differences = compared.reduce(
    (sum, { onlyHere, onlyThere, fields }) => sum + onlyHere + onlyThere + fields,
    0,
  );
  if (!worksAtDesk) return null;
  return (
    <QueriedFigures
      title={text('dashboard.reconciliation')}
      figures={totals}
      factsOf={({ cents, vehicles }) => [
        { name: text('dashboard.moneyAtRisk'), value: money(cents) },
        { name: text('dashboard.vehiclesAtRisk'), value: formats.count(vehicles) },
        ...(compared.length === 0
          ? []
          : [{ name: text('dashboard.differences'), value: formats.count(differences) }]),
      ]}
      address="/admin/manage/reconciliation"
    />
  );
}

interface QueriedFiguresProps<Figures> {
  /** Also on the button that opens the screen they are from. */
  readonly title: string;
  readonly figures: UseQueryResult<Figures>;
  readonly factsOf: (figures: Figures) => readonly Fact[];
  /** Of the screen they are from. */
  readonly address: string;
}

/** A card of figures that the server counts, while they are on their way, there, or failed. */
function QueriedFigures<Figures>({ title, figures, factsOf, address }: QueriedFiguresProps<Figures>) {
  const { text } = useTexts();
  const navigate = useNavigate();
  const { data, dataUpdatedAt, error, refetch } = figures;
  return (
    <FigureCard title={title} countedMs={data && dataUpdatedAt}>
      {!data && !error && <Skeleton height={112} />}
      {!data && error && (
        <FailedState
          title={text('view.failedTitle')}
          reason={failureText(error, text)}
          retryLabel={text('error.retry')}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <>
          <FactList facts={factsOf(data)} />
          <Button onClick={() => void navigate(address)}>{title}</Button>
        </>
      )}
    </FigureCard>
  );
}
