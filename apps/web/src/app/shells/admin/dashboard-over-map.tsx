import { deskFiguresSchema } from '@atalaia/contract/desk/desk';
import { comparisonsSchema, riskTotalsSchema } from '@atalaia/contract/providers/reconciliation';
import { countSinisterAges } from '@atalaia/domain/time/sinister-age';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { Dashboard, FigureCard } from '../../../features/dashboard/components/dashboard.tsx';
import { durationText, shareText } from '../../../features/desk/duration.ts';
import { useOpenSinisters } from '../../../features/sinisters/use-open-sinisters.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import type { Fleet } from '../../../lib/fleet/fleet-list.ts';
import { useFleetFigures } from '../../../lib/fleet/use-fleet-list.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useMoney } from '../../../lib/formats/use-money.ts';
import { useDeskRole } from '../../../lib/session/desk-role.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { FactList } from '../../../ui/table/fact-list.tsx';

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
  const navigate = useNavigate();
  const worksAtDesk = useDeskRole() !== 'none';
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: ['desk-figures'],
    queryFn: ({ signal }) => api.json({ path: 'desk/figures', signal }, deskFiguresSchema),
    refetchInterval: refreshMs,
    enabled: worksAtDesk,
  });
  if (!worksAtDesk) return null;
  return (
    <FigureCard title={text('desk.title')} countedMs={data && dataUpdatedAt}>
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
          <FactList
            facts={[
              { name: text('deskFigure.waiting'), value: formats.count(data.waiting) },
              { name: text('deskFigure.worked'), value: formats.count(data.claimed + data.held) },
              { name: text('deskFigure.breached'), value: formats.count(data.breached) },
              { name: text('deskFigure.today'), value: `${data.openedToday} / ${data.closedToday}` },
              { name: text('deskFigure.claim'), value: durationText(data.medianClaimSeconds) },
              { name: text('deskFigure.close'), value: durationText(data.medianCloseSeconds) },
              { name: text('deskFigure.within'), value: shareText(data.withinDeadline, formats) },
              { name: text('deskFigure.onDuty'), value: formats.count(data.onDuty) },
            ]}
          />
          <Button onClick={() => void navigate('/admin/desk')}>{text('desk.title')}</Button>
        </>
      )}
    </FigureCard>
  );
}

const slowRefreshMs = 300_000;

/** What costs money and brings none, on the dashboard of the person who works at the desk (DRIFT-01, DRIFT-02). */
function ReconciliationFigures() {
  const { text } = useTexts();
  const formats = useFormats();
  const money = useMoney();
  const api = useApi();
  const navigate = useNavigate();
  const worksAtDesk = useDeskRole() !== 'none';
  const { data, dataUpdatedAt, error, refetch } = useQuery({
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
    <FigureCard title={text('dashboard.reconciliation')} countedMs={data && dataUpdatedAt}>
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
          <FactList
            facts={[
              { name: text('dashboard.moneyAtRisk'), value: money(data.cents) },
              { name: text('dashboard.vehiclesAtRisk'), value: formats.count(data.vehicles) },
              ...(compared.length === 0
                ? []
                : [{ name: text('dashboard.differences'), value: formats.count(differences) }]),
            ]}
          />
          <Button onClick={() => void navigate('/admin/manage/reconciliation')}>
            {text('dashboard.reconciliation')}
          </Button>
        </>
      )}
    </FigureCard>
  );
}
