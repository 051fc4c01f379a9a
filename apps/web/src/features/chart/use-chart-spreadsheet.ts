import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { useMutation } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { fetchDeviceRows, rowsPerPage } from '../../lib/fleet/use-device-rows.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';

/** Downloads a list of devices as `{title}.xlsx`; a failure is shown, and nothing is saved. */
export function useChartSpreadsheet(title: string) {
  const { text } = useTexts();
  const api = useApi();
  const { dateTime, address } = useFormats();
  return useMutation({
    async mutationFn(ids: Int32Array) {
      const sheet = await spreadsheetOfDevices(api, ids, {
        name: text('chart.columnName'),
        date: text('chart.columnFixTime'),
        address: text('chart.columnAddress'),
        ...{ dateTime, addressText: address },
        missingDate: text('value.missingDate'),
        missing: text('value.missing'),
      });
      saveFile(sheet, `${title}.xlsx`);
    },
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });
}

/** How the columns are called and their values written, in the person's language and zone. */
interface SheetTexts {
  readonly name: string;
  readonly date: string;
  readonly address: string;
  readonly dateTime: (instant: string) => string;
  readonly addressText: (address: string | null | undefined) => string | undefined;
  readonly missingDate: string;
  readonly missing: string;
}

/** The devices of a list as a spreadsheet with name, date and address (CHART-03). */
async function spreadsheetOfDevices(api: ApiClient, ids: Int32Array, texts: SheetTexts): Promise<Blob> {
  const { createWorkbookStream } = await import('@atalaia/domain/spreadsheet/workbook-stream');
  const columns = [
    { title: texts.name, width: 32 },
    { title: texts.date, width: 22 },
    { title: texts.address, width: 60 },
  ];
  const stream = createWorkbookStream([{ name: 'Sheet1', columns }]);
  const file: BlobPart[] = [];
  for (let at = 0; at < ids.length; at += rowsPerPage) {
    const page = Array.from(ids.subarray(at, at + rowsPerPage));
    const found = await fetchDeviceRows(api, page);
    const rows: string[][] = [];
    for (const id of page) {
      const { device, position } = found.get(id) ?? {};
      if (!device) continue;
      const date = position ? texts.dateTime(position.fixTime) : texts.missingDate;
      rows.push([device.name, date, texts.addressText(position?.address) ?? texts.missing]);
    }
    file.push(stream.rows(rows));
  }
  return new Blob([...file, stream.end()], { type: spreadsheetType });
}
