import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { mdiFileExcelOutline } from '@mdi/js';
import { useMutation } from '@tanstack/react-query';
import type { ApiClient, ApiRequest } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import type { ListTool, ListToolProps } from '../resource.ts';

/** A list of a hundred thousand rows takes some seconds, ms. */
const timeoutMs = 120_000;

export async function fetchSpreadsheet(api: ApiClient, request: ApiRequest): Promise<Blob> {
  const bytes = await api.bytes({ ...request, accept: spreadsheetType, timeoutMs });
  return new Blob([bytes], { type: spreadsheetType });
}

interface Spreadsheet {
  /** The list's path below the API's root. */
  readonly path: string;
  readonly fileName: string;
}

/** Saves the rows of a list, searched as on the screen, as a spreadsheet (LIST-02). */
export function spreadsheetTool(spreadsheet: Spreadsheet): ListTool {
  return {
    key: 'spreadsheet',
    writes: false,
    render: (props) => <SpreadsheetButton {...props} {...spreadsheet} />,
  };
}

function SpreadsheetButton({ keyword, path, fileName }: ListToolProps & Spreadsheet) {
  const { text } = useTexts();
  const api = useApi();
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      saveFile(await fetchSpreadsheet(api, { path, query: keyword === '' ? {} : { keyword } }), fileName),
    onError: (error) => toasts.show('failure', `${text('import.sheetFailed')} ${failureText(error, text)}`),
  });
  return (
    <IconButton
      outlined
      size={34}
      name={text('list.sheet')}
      icon={mdiFileExcelOutline}
      loading={isPending}
      onClick={() => mutate()}
    />
  );
}
