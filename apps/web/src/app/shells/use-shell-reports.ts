import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useApi } from '../../lib/api/api-context.ts';
import { createReports, type Reports } from '../../lib/reports/report-store.ts';
import { wishOfAddress } from '../../lib/reports/report-wish.ts';

/** The shell's report, which is whatever the address says: a way back, a reload and a link show the same (ROUTE-06). */
export function useShellReports(): Reports {
  const api = useApi();
  const [reports] = useState(() =>
    createReports({
      read: async (wish, reading) => {
        const { readReport } = await import('../../lib/reports/read-report.ts');
        return readReport(api, wish, reading);
      },
    }),
  );
  const { search, hash } = useLocation();
  useEffect(() => {
    const wish = wishOfAddress(search, hash);
    if (wish === null || wish === 'refused') reports.clear();
    else reports.show(wish);
  }, [reports, search, hash]);
  useEffect(() => () => reports.clear(), [reports]);
  return reports;
}
