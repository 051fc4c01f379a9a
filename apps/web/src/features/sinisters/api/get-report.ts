import type { ApiClient } from '../../../lib/api/api-client.ts';

/** A report with many images takes long, ms. */
const timeoutMs = 120_000;

const pdf = 'application/pdf';

/** The report of a sinister as a PDF, in the language, zone and units of the caller (SIN-13). */
export async function getReport(api: ApiClient, sinisterId: number): Promise<Blob> {
  const query = { sinisterId };
  const bytes = await api.bytes({ path: 'reports/sinister', query, accept: pdf, timeoutMs });
  return new Blob([bytes], { type: pdf });
}
