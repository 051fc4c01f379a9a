import { z } from 'zod';
import type { ApiClient, ApiRequest } from '../../../lib/api/api-client.ts';
import type { ReportKind } from '../report-kinds.ts';

/** How long a report may take, ms (REP-08). */
export const reportTimeoutMs = 120_000;

/** The rows of a report. */
export function fetchReport<Row>(
  api: ApiClient,
  { path, schema }: Pick<ReportKind<Row>, 'path' | 'schema'>,
  query: NonNullable<ApiRequest['query']>,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  return api.json({ path: `reports/${path}`, query, signal, timeoutMs: reportTimeoutMs }, z.array(schema));
}
