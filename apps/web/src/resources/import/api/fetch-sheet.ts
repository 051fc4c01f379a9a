import type { ImportNoun } from '@atalaia/contract/reports/import';
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import type { Language } from '@atalaia/phrases/languages';
import type { ApiClient, ApiRequest } from '../../../lib/api/api-client.ts';

/** A list of a hundred thousand takes some seconds, ms. */
const timeoutMs = 120_000;

/** The spreadsheet to fill in. */
export function fetchTemplate(api: ApiClient, noun: ImportNoun, language: Language): Promise<Blob> {
  return fetchSheet(api, { path: `imports/${noun}/template`, query: { language } });
}

/** The devices that a list shows, searched as it is (LIST-02). */
export function fetchDeviceSheet(api: ApiClient, keyword: string): Promise<Blob> {
  return fetchSheet(api, { path: 'devices', query: keyword === '' ? {} : { keyword } });
}

async function fetchSheet(api: ApiClient, request: ApiRequest): Promise<Blob> {
  const bytes = await api.bytes({ ...request, accept: spreadsheetType, timeoutMs });
  return new Blob([bytes], { type: spreadsheetType });
}
