import type { ImportPreview } from '@atalaia/contract/reports/import';
import { Loader } from '@mantine/core';
import {
  mdiAlertOutline,
  mdiCheckCircleOutline,
  mdiCloseCircleOutline,
  mdiDownload,
  mdiFileUploadOutline,
  mdiRefresh,
} from '@mdi/js';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { failureText, isPassing } from '../../lib/texts/failure-text.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import { Pill } from '../../ui/layout/pill.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FindingsTable } from './findings-table.tsx';
import classes from './import-dialog.module.css';
import importPreviewClasses from './import-preview.module.css';
import { fetchSpreadsheet } from './spreadsheet-tool.tsx';
import { type ImportChoices, type ImportSource, type ImportStage, useImport } from './use-import.ts';

interface ImportDialogProps {
  readonly source: ImportSource;
  readonly onSaved: (created: number) => void;
  readonly onCancel: () => void;
}

/** The template, the file, everything wrong with it, and the saving: all of it or nothing. */
export function ImportDialog({ source, onSaved, onCancel }: ImportDialogProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const [choices, setChoices] = useState<ImportChoices>({ update: false, skip: false });
  const { stage, check, save } = useImport(source.path, choices, onSaved);
  const isBusy = stage.at === 'reading' || stage.at === 'saving';
  const preview = 'preview' in stage ? stage.preview : undefined;
  const fits =
    stage.at === 'checked' && (stage.preview.errorCount === 0 || choices.skip) ? stage.preview.fits : 0;
  const choose = (part: Partial<ImportChoices>) => {
    const next = { ...choices, ...part };
    setChoices(next);
    // which rows fit depends on what becomes of those that are there
    if ('file' in stage && part.update !== undefined) void check(stage.file, next);
  };

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
      <div className={classes.choices}>
        <Checkbox
          label={text('import.update')}
          checked={choices.update}
          disabled={isBusy}
          onChange={({ currentTarget }) => choose({ update: currentTarget.checked })}
        />
        <Checkbox
          label={text('import.skip')}
          checked={choices.skip}
          disabled={isBusy}
          onChange={({ currentTarget }) => choose({ skip: currentTarget.checked })}
        />
      </div>
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
            {failureText(stage.error, text)} {text(retainedOf(stage))}
          </span>
          {isPassing(stage.error) && (
            // looked at again: what is there already is found then
            <Button icon={mdiRefresh} onClick={() => void check(stage.file)}>
              {text('error.retry')}
            </Button>
          )}
        </p>
      )}
      {preview && <ImportPreviewView preview={preview} skips={choices.skip} />}
      <footer className={classes.foot}>
        <Button onClick={onCancel}>{text('action.cancel')}</Button>
        <Button
          kind="primary"
          busy={stage.at === 'saving'}
          disabled={fits === 0 && stage.at !== 'saving'}
          onClick={() => stage.at === 'checked' && void save(stage.file, stage.preview)}
        >
          {fits > 0 ? text('import.save', { rows: formats.count(fits) }) : text('import.tool')}
        </Button>
      </footer>
    </div>
  );
}

/** Of a save whose answer never came nobody here knows the end. */
function retainedOf({ error, preview }: Extract<ImportStage, { at: 'failed' }>): TextKey {
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

interface FileDropProps {
  /** Name of the file that was chosen last. */
  readonly chosen: string | undefined;
  readonly disabled: boolean;
  readonly onFile: (file: File) => void;
}

/** Where a file is dropped, or chosen by the button; the same one may be chosen again. */
function FileDrop({ chosen, disabled, onFile }: FileDropProps) {
  const { text } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !disabled) onFile(file);
  };
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(is && !disabled);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shorter way to what its button does
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event);
        take(event.dataTransfer.files);
      }}
    >
      <span className={classes.name} dir="auto">
        {chosen ?? text('import.drop')}
      </span>
      <Button icon={mdiFileUploadOutline} disabled={disabled} onClick={() => input.current?.click()}>
        {text(chosen === undefined ? 'import.choose' : 'import.chooseOther')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx,.csv"
        aria-label={text('import.choose')}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // else the same file, mended, would be no change
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

/** What a file holds: how many rows, every error, every warning, and the first rows as they were read. */
function ImportPreviewView({ preview, skips }: { readonly preview: ImportPreview; readonly skips: boolean }) {
  const { text } = useTexts();
  const formats = useFormats();
  const { rows, fits, updates = 0, errorCount, warningCount, ignored, sample } = preview;
  return (
    <section className={importPreviewClasses.preview}>
      <p className={importPreviewClasses.counts} role="status">
        <strong>{text('import.rows', { count: rows })}</strong>
        <Pill tone="online" icon={mdiCheckCircleOutline}>
          {text('import.fits', { rows: formats.count(fits) })}
        </Pill>
        {updates > 0 && <Pill tone="brand">{text('import.updates', { count: updates })}</Pill>}
        {errorCount > 0 && (
          <Pill tone="alarm" icon={mdiCloseCircleOutline}>
            {text('import.errors', { count: errorCount })}
          </Pill>
        )}
        {warningCount > 0 && (
          <Pill tone="unknown" icon={mdiAlertOutline}>
            {text('import.warnings', { count: warningCount })}
          </Pill>
        )}
        <span className={importPreviewClasses.summary}>
          {errorCount === 0
            ? text('import.allFit')
            : skips && fits > 0
              ? text('import.skipped', { count: rows - fits })
              : text('import.mend')}
        </span>
      </p>
      {ignored.length > 0 && (
        <p className={importPreviewClasses.note} dir="auto">
          {text('import.ignored', { names: ignored.join(', ') })}
        </p>
      )}
      {errorCount + warningCount > 0 && <FindingsTable preview={preview} />}
      {errorCount === 0 && (
        <div className={importPreviewClasses.sample}>
          <h3 className={importPreviewClasses.title}>{text('import.sample')}</h3>
          <DataTable
            label={text('import.sample')}
            columns={[
              { key: 'row', title: text('import.row'), muted: true, cell: ({ row }) => row },
              ...sample.headings.map((heading, at) => ({
                key: heading,
                title: heading,
                cell: ({ values }: { readonly values: readonly string[] }) =>
                  values[at] || text('value.missing'),
              })),
            ]}
            rows={sample.rows}
            keyOf={({ row }) => row}
          />
        </div>
      )}
    </section>
  );
}
