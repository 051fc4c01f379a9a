import { spreadsheetType } from '@atalaia/contract/report-query';
import type { ApiClient, ApiRequest } from '../../../lib/api/api-client.ts';
import type { ReportKind } from '../report-kinds.ts';
import { reportTimeoutMs } from './fetch-report.ts';

/** The report as a spreadsheet, as the server makes it (REP-08). */
export async function downloadReport(
  api: ApiClient,
  path: ReportKind<unknown>['path'],
  query: NonNullable<ApiRequest['query']>,
): Promise<Blob> {
  const request = { path: `reports/${path}`, query, accept: spreadsheetType, timeoutMs: reportTimeoutMs };
  return new Blob([await api.bytes(request)], { type: spreadsheetType });
}
