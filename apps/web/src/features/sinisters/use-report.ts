import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { getReport } from './api/get-report.ts';

/** Downloads the report of a sinister as `relatorio.pdf`; a failure is said, and nothing is saved (SIN-06). */
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
