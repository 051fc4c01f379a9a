import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useApi } from '../../lib/api/api-context.ts';
import { requestOfAddress } from '../../lib/reports/report-request.ts';
import { createReports, type Reports } from '../../lib/reports/report-store.ts';

/** The shell's report, which is whatever the address says: a way back, a reload and a link show the same (ROUTE-06). */
export function useShellReports(): Reports {
  const api = useApi();
  const [reports] = useState(() =>
    createReports({
      read: async (request, reading) => {
        const { readReport } = await import('../../lib/reports/read-report.ts');
        return readReport(api, request, reading);
      },
    }),
  );
  const { search, hash } = useLocation();
  useEffect(() => {
    const request = requestOfAddress(search, hash);
    if (request === null || request === 'refused') reports.clear();
    else reports.show(request);
  }, [reports, search, hash]);
  useEffect(() => () => reports.clear(), [reports]);
  return reports;
}
