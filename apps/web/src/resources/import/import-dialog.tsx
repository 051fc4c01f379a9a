import { Loader } from '@mantine/core';
import { mdiDownload, mdiRefresh } from '@mdi/js';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { failureText, isPassing } from '../../lib/texts/failure-text.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { fetchSpreadsheet } from './fetch-spreadsheet.ts';
import { FileDrop } from './file-drop.tsx';
import classes from './import-dialog.module.css';
import { ImportPreviewView } from './import-preview.tsx';
import { type ImportSource, type ImportStage, useImport } from './use-import.ts';

interface ImportDialogProps {
  readonly source: ImportSource;
  readonly onSaved: (created: number) => void;
  readonly onCancel: () => void;
}

/** The template, the file, everything wrong with it, and the saving: all of it or nothing. */
export function ImportDialog({ source, onSaved, onCancel }: ImportDialogProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const { stage, check, save } = useImport(source.path, onSaved);
  const isBusy = stage.at === 'reading' || stage.at === 'saving';
  const preview = 'preview' in stage ? stage.preview : undefined;
  const fits = stage.at === 'checked' && stage.preview.errorCount === 0 ? stage.preview.fits : 0;

  return (
    <div className={classes.dialog}>
      <ol className={classes.steps}>
        <li>
          <span>{text('import.step1')}</span>
          <TemplateButton source={source} />
        </li>
        <li>
          <span>{text('import.step2')}</span>
          <FileDrop
            chosen={stage.at === 'start' ? undefined : stage.file.name}
            disabled={isBusy}
            onFile={(file) => void check(file)}
          />
        </li>
      </ol>
      {isBusy && (
        <p className={classes.busy} role="status">
          <Loader size="xs" color="var(--brand)" />
          {text(stage.at === 'reading' ? 'import.reading' : 'import.saving')}
        </p>
      )}
      {stage.at === 'failed' && (
        <p className={classes.failure} role="alert">
          <strong>{text(stage.preview ? 'import.notSaved' : 'import.notChecked')}</strong>
          <span>
            {failureText(stage.error, text)} {text(keptOf(stage))}
          </span>
          {isPassing(stage.error) && (
            // looked at again: what is there already is found then
            <Button icon={mdiRefresh} onClick={() => void check(stage.file)}>
              {text('error.retry')}
            </Button>
          )}
        </p>
      )}
      {preview && <ImportPreviewView preview={preview} />}
      <footer className={classes.foot}>
        <Button onClick={onCancel}>{text('action.cancel')}</Button>
        <Button
          kind="primary"
          busy={stage.at === 'saving'}
          disabled={fits === 0 && stage.at !== 'saving'}
          onClick={() => stage.at === 'checked' && void save(stage.file, stage.preview)}
        >
          {fits > 0 ? text('import.save', { said: formats.count(fits) }) : text('import.tool')}
        </Button>
      </footer>
    </div>
  );
}

/** Of a save whose answer never came nobody here knows the end. */
function keptOf({ error, preview }: Extract<ImportStage, { at: 'failed' }>): TextKey {
  const isUnknown = preview && error instanceof ApiError && error.code === 'unanswered';
  return isUnknown ? 'import.perhapsSaved' : 'import.nothingSaved';
}

/** The spreadsheet to fill in, in the language that is shown. */
function TemplateButton({ source }: { readonly source: ImportSource }) {
  const { text, language } = useTexts();
  const api = useApi();
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      saveFile(
        await fetchSpreadsheet(api, { path: `${source.path}/template`, query: { language } }),
        source.templateName,
      ),
    onError: (error) => toasts.show('failure', `${text('import.sheetFailed')} ${failureText(error, text)}`),
  });
  return (
    <Button icon={mdiDownload} busy={isPending} onClick={() => mutate()}>
      {text('import.template')}
    </Button>
  );
}
