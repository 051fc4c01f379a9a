import type { ImportNoun } from '@atalaia/contract/import';
import { mdiDownload } from '@mdi/js';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { fetchTemplate } from './api/fetch-sheet.ts';
import { importNouns } from './import-noun.ts';

/** The spreadsheet to fill in, in the language that is shown. */
export function TemplateButton({ noun }: { readonly noun: ImportNoun }) {
  const { text, language } = useTexts();
  const api = useApi();
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      saveFile(await fetchTemplate(api, noun, language), importNouns[noun].templateName),
    onError: (error) => toasts.show('failure', `${text('import.sheetFailed')} ${failureText(error, text)}`),
  });
  return (
    <Button icon={mdiDownload} busy={isPending} onClick={() => mutate()}>
      {text('import.template')}
    </Button>
  );
}
