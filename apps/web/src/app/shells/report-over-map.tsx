import { homeRouteOf } from '@atalaia/domain/catalog/profile';
import { lazy, Suspense } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { reportViewOf } from '../../lib/reports/report-names.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { MapCore } from '../../map/map-api.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { useAdminContext } from './admin/admin-context.ts';
import { Widget } from './widget.tsx';

const ReportPanel = lazy(async () => ({
  default: (await import('../../features/reports/panel/report-panel.tsx')).ReportPanel,
}));

interface ReportOverMapProps {
  readonly core: MapCore;
  /** Opens the dialog of reports, which holds the filter of the one that is shown. */
  readonly onSelectDevice: () => void;
}

/** The report that the address describes, in the strip's place; nothing for an address without one (ROUTE-06). */
export function ReportOverMap({ core, onSelectDevice }: ReportOverMapProps) {
  const { text } = useTexts();
  const view = reportViewOf(useLocation().hash);
  const navigate = useNavigate();
  const session = useSession();
  if (!view || session.phase !== 'signed-in') return null;
  return (
    <Widget key={view}>
      <Suspense fallback={<Spinner label={text('report.loading')} />}>
        <ReportPanel
          view={view}
          map={core.report}
          onSelectDevice={onSelectDevice}
          // The path stays, whichever area it is.
          onShow={(address) => void navigate(address)}
          onClose={() => void navigate(homeRouteOf(session.profile))}
        />
      </Suspense>
    </Widget>
  );
}

/** `/admin/reports?{query}#{reportName}` (ROUTE-06); without a name there is no report to show. */
export function ReportView() {
  const { hash } = useLocation();
  const { core, openReportDialog } = useAdminContext();
  if (!reportViewOf(hash)) return <Navigate to="/admin" replace />;
  return <ReportOverMap core={core} onSelectDevice={openReportDialog} />;
}
