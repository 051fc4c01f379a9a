import type { RouteColumns } from '../../lib/reports/route-columns.ts';
import type { ReportHighlight } from '../../map/report/report-drawing.ts';

/** Where a row of a route lies; null for none. */
export function placeOfRow(columns: RouteColumns, row: number): ReportHighlight | null {
  const latitude = columns.numbers('latitude')[row];
  const longitude = columns.numbers('longitude')[row];
  if (latitude === undefined || longitude === undefined) return null;
  return { latitude, longitude, course: columns.numbers('course')[row] ?? null };
}
