import type { ApiClient } from '../../../lib/api/api-client.ts';

/** A case with many images takes its time to be printed, ms. */
const timeoutMs = 120_000;

const pdf = 'application/pdf';

/** The report of a case as a PDF, in the language, zone and units of who asks (SIN-13). */
export async function getReport(api: ApiClient, sinisterId: number): Promise<Blob> {
  const query = { sinisterId };
  const bytes = await api.bytes({ path: 'reports/sinister', query, accept: pdf, timeoutMs });
  return new Blob([bytes], { type: pdf });
}
