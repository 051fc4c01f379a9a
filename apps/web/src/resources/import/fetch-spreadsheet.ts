import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import type { ApiClient, ApiRequest } from '../../lib/api/api-client.ts';

/** A list of a hundred thousand rows takes some seconds, ms. */
const timeoutMs = 120_000;

export async function fetchSpreadsheet(api: ApiClient, request: ApiRequest): Promise<Blob> {
  const bytes = await api.bytes({ ...request, accept: spreadsheetType, timeoutMs });
  return new Blob([bytes], { type: spreadsheetType });
}
