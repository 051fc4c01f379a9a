import { countSinisterAges } from '@atalaia/domain/time/sinister-age';
import { useNavigate } from 'react-router';
import { Dashboard } from '../../../features/dashboard/components/dashboard.tsx';
import { useOpenSinisters } from '../../../features/sinisters/use-open-sinisters.ts';
import type { Fleet } from '../../../lib/fleet/fleet-list.ts';
import { useFleetFigures } from '../../../lib/fleet/use-fleet-figures.ts';
import classes from './dashboard-over-map.module.css';

interface DashboardOverMapProps {
  readonly fleet: Fleet;
  readonly onClose: () => void;
}

/** The dashboard beside the device's panel, never over it (DASH-06). */
export function DashboardOverMap({ fleet, onClose }: DashboardOverMapProps) {
  const navigate = useNavigate();
  const { counted, failure, retry } = useFleetFigures(fleet);
  const { data, dataUpdatedAt, isError, refetch } = useOpenSinisters();
  const sinisters = data && {
    figures: countSinisterAges(
      data.map(({ id, status, openingDate }) => ({ id, status, openedMs: Date.parse(openingDate) })),
      Date.now(),
    ),
    countedMs: dataUpdatedAt,
  };
  return (
    <div className={classes.place}>
      <Dashboard
        fleet={counted}
        fleetFailure={counted ? undefined : failure}
        onRetryFleet={retry}
        sinisters={sinisters}
        onRetrySinisters={isError ? () => void refetch() : undefined}
        onOpen={(chart, group) => void navigate(`/admin/chart/${chart}?${new URLSearchParams({ group })}`)}
        onClose={onClose}
      />
    </div>
  );
}
