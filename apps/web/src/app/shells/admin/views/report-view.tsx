import { Navigate, useLocation } from 'react-router';
import { reportViewOf } from '../../../../lib/reports/report-names.ts';
import { ReportOverMap } from '../../report-over-map.tsx';

/** `/admin/reports?{query}#{reportName}` (ROUTE-06); without a name there is no report to show. */
export function ReportView() {
  const { hash } = useLocation();
  return reportViewOf(hash) ? <ReportOverMap /> : <Navigate to="/admin" replace />;
}
