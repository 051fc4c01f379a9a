import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import type { ReportName } from '../../lib/reports/report-names.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import type { Text } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { downloadReport } from './api/download-report.ts';
import { reportKinds } from './report-kinds.ts';
import { reportFileName, reportQueryOf } from './report-wish.ts';

/** Downloads a report as `relatorio.xlsx`; a failure is said, and nothing is saved (REP-08). */
export function useReportSheet(onSaved?: () => void) {
  const { text } = useTexts();
  const api = useApi();
  return useMutation({
    async mutationFn({ name, search }: { readonly name: ReportName; readonly search: string }) {
      saveFile(await downloadReport(api, reportKinds[name].path, reportQueryOf(search)), reportFileName);
    },
    onSuccess: () => onSaved?.(),
    onError: (error) => toasts.show('failure', `${text('report.failed')} ${reportFailureText(error, text)}`),
  });
}

/** A report that took too long says so; everything else as anywhere. */
export function reportFailureText(error: unknown, text: Text): string {
  const isLate =
    error instanceof ApiError && error.cause instanceof Error && error.cause.name === 'TimeoutError';
  return isLate ? text('report.timeout') : failureText(error, text);
}
