import { spreadsheetType } from '@atalaia/contract/report-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { reportPaths, reportTimeoutMs } from '../../../lib/reports/read-report.ts';
import { rowsOfView } from '../../../lib/reports/report-names.ts';
import { queryOfWish, type ReportWish } from '../../../lib/reports/report-wish.ts';

/** `columns` are those of a route's table as they are shown; undefined for those that are there from the first. */
const requestOf = (wish: ReportWish, columns: readonly string[] | undefined, signal: AbortSignal) => ({
  path: `reports/${reportPaths[rowsOfView(wish.view)]}`,
  query: { ...queryOfWish(wish), ...(columns && { column: columns }) },
  accept: spreadsheetType,
  timeoutMs: reportTimeoutMs,
  signal,
});

/** The report as a spreadsheet, as the server makes it (REP-08). */
export async function downloadReport(
  api: ApiClient,
  wish: ReportWish,
  columns: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Blob> {
  return new Blob([await api.bytes(requestOf(wish, columns, signal))], { type: spreadsheetType });
}

/** Asks for the spreadsheet by mail: the server answers before it is made, and sends it to the person's address. */
export async function mailReport(
  api: ApiClient,
  wish: ReportWish,
  columns: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<void> {
  const request = requestOf(wish, columns, signal);
  await api.send({ ...request, query: { ...request.query, mail: 'true' } });
}
