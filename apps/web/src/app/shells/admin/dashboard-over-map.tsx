import { deskFiguresSchema } from '@atalaia/contract/desk/desk';
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
      more={<DeskFigures />}
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
