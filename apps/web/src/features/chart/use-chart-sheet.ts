import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { sheetOfDevices } from './download-sheet.ts';

/** Downloads a list of devices as `{title}.xlsx`; a failure is said, and nothing is saved. */
export function useChartSheet(title: string) {
  const { text } = useTexts();
  const api = useApi();
  const { dateTime } = useFormats();
  return useMutation({
    async mutationFn(ids: Int32Array) {
      const sheet = await sheetOfDevices(api, ids, {
        name: text('chart.columnName'),
        date: text('chart.columnFixTime'),
        address: text('chart.columnAddress'),
        dateTime,
        missingDate: text('value.missingDate'),
        missing: text('value.missing'),
      });
      saveFile(sheet, `${title}.xlsx`);
    },
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });
}
