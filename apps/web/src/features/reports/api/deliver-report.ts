import { spreadsheetType } from '@atalaia/contract/report-query';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { reportPaths, reportTimeoutMs } from '../../../lib/reports/read-report.ts';
import { rowsOfView } from '../../../lib/reports/report-names.ts';
import { queryOfWish, type ReportWish } from '../../../lib/reports/report-wish.ts';

const requestOf = (wish: ReportWish, signal: AbortSignal) => ({
  path: `reports/${reportPaths[rowsOfView(wish.view)]}`,
  query: queryOfWish(wish),
  accept: spreadsheetType,
  timeoutMs: reportTimeoutMs,
  signal,
});

/** The report as a spreadsheet, as the server makes it (REP-08). */
export async function downloadReport(api: ApiClient, wish: ReportWish, signal: AbortSignal): Promise<Blob> {
  return new Blob([await api.bytes(requestOf(wish, signal))], { type: spreadsheetType });
}

/** Asks for the spreadsheet by mail: the server answers before it is made, and sends it to the person's address. */
export async function mailReport(api: ApiClient, wish: ReportWish, signal: AbortSignal): Promise<void> {
  const request = requestOf(wish, signal);
  await api.send({ ...request, query: { ...request.query, mail: 'true' } });
}
