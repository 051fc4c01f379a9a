import { mdiFileExcelOutline } from '@mdi/js';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import type { ListTool, ListToolProps } from '../resource.ts';
import { fetchDeviceSheet } from './api/fetch-sheet.ts';

/** The devices that are listed, searched as they are, as a spreadsheet (LIST-02). */
export const deviceSheetTool: ListTool = { key: 'sheet', writes: false, Tool: DeviceSheet };

function DeviceSheet({ keyword }: ListToolProps) {
  const { text } = useTexts();
  const api = useApi();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile(await fetchDeviceSheet(api, keyword), 'dispositivos.xlsx'),
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
