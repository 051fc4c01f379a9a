import { createContext, use } from 'react';
import type { Reports } from './report-store.ts';

export const ReportsContext = createContext<Reports | null>(null);

/** The report that this shell shows; see `report-store.ts` for how it is read. */
export function useReports(): Reports {
  const reports = use(ReportsContext);
  if (!reports) throw new Error('useReports needs a ReportsContext above it');
  return reports;
}
