import { useMutation } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';

/** Downloads the report of a sinister as `relatorio.pdf`; a failure is shown, and nothing is saved (SIN-06). */
export function useReport(sinisterId: number) {
  const { text } = useTexts();
  const api = useApi();
  return useMutation({
    mutationFn: () => getReport(api, sinisterId),
    onSuccess: (pdf) => saveFile(pdf, 'relatorio.pdf'),
    onError(error) {
      console.error('The report could not be made', error);
      toasts.show('failure', text('sinister.downloadFailed', { reason: failureText(error, text) }));
    },
  });
}

/** A report with many images takes long, ms. */
const timeoutMs = 120_000;

const pdf = 'application/pdf';

/** The report of a sinister as a PDF, in the language, zone and units of the caller (SIN-13). */
async function getReport(api: ApiClient, sinisterId: number): Promise<Blob> {
  const query = { sinisterId };
  const bytes = await api.bytes({ path: 'reports/sinister', query, accept: pdf, timeoutMs });
  return new Blob([bytes], { type: pdf });
}
