import { Navigate, useLocation } from 'react-router';
import { reportViewOf } from '../../../../lib/reports/report-names.ts';
import { ReportOverMap } from '../../report-over-map.tsx';
import { useAdminContext } from '../admin-context.ts';

/** `/admin/reports?{query}#{reportName}` (ROUTE-06); without a name there is no report to show. */
export function ReportView() {
  const { hash } = useLocation();
  const { core, openReportDialog } = useAdminContext();
  if (!reportViewOf(hash)) return <Navigate to="/admin" replace />;
  return <ReportOverMap core={core} onSelectDevice={openReportDialog} />;
}
