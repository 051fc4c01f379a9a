import { Loader } from '@mantine/core';
import { mdiDownload, mdiFileUploadOutline, mdiRefresh, mdiUpload } from '@mdi/js';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import type { Person } from '../../lib/session/session-store.ts';
import { failureText, isPassing } from '../../lib/texts/failure-text.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import { Dialog } from '../../ui/window/dialog.tsx';
import { useResourceFormContext } from '../form/use-resource-form-context.ts';
import type { ListTool, ListToolProps } from '../resource.ts';
import classes from './import-dialog.module.css';
import importPreviewClasses from './import-preview.module.css';
import { ImportPreviewView } from './import-preview.tsx';
import { fetchSpreadsheet } from './spreadsheet-tool.tsx';
import { type ImportChoices, type ImportSource, type ImportStage, useImport } from './use-import.ts';

interface ImportDialogProps {
  readonly source: ImportSource;
  readonly onSaved: (created: number) => void;
  readonly onCancel: () => void;
}

const noChoices: ImportChoices = { update: false, skip: false, invite: false, columns: {} };

/** The template, the file, everything wrong with it, and the saving: all of it or nothing. */
function ImportDialog({ source, onSaved, onCancel }: ImportDialogProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const [choices, setChoices] = useState<ImportChoices>(noChoices);
  const { stage, check, save } = useImport(source.path, choices, onSaved);
  const isBusy = stage.at === 'reading' || stage.at === 'saving';
  const preview = 'preview' in stage ? stage.preview : undefined;
  const fits =
    stage.at === 'checked' && (stage.preview.errorCount === 0 || choices.skip) ? stage.preview.fits : 0;
  const choose = (part: Partial<ImportChoices>) => {
    const next = { ...choices, ...part };
    setChoices(next);
    // which rows fit depends on what becomes of those that are there, and on what columns are
    const isChecked = part.update !== undefined || part.columns !== undefined;
    if ('file' in stage && isChecked) void check(stage.file, next);
  };

  /** Another file has other columns; the same one, mended, those that were said. */
  const take = (file: File) => {
    const isSame = 'file' in stage && stage.file.name === file.name;
    const next = isSame ? choices : { ...choices, columns: {} };
    setChoices(next);
    void check(file, next);
  };

  return (
    <div className={classes.dialog}>
      {source.showPlan && <p className={importPreviewClasses.note}>{text('import.baseIntro')}</p>}
      <ol className={classes.steps}>
        <li>
          <span>{text('import.step1')}</span>
          <TemplateButton source={source} />
        </li>
        <li>
          <span>{text(source.showPlan ? 'import.step2Base' : 'import.step2')}</span>
          <FileDrop
            chosen={stage.at === 'start' ? undefined : stage.file.name}
            disabled={isBusy}
            onFile={(file) => take(file)}
          />
        </li>
      </ol>
      <div className={classes.choices}>
        <Checkbox
          label={text(source.showPlan ? 'import.updateBase' : 'import.update')}
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
        {source.showPlan && (
          <Checkbox
            label={text('import.invite')}
            description={text('import.inviteHint')}
            checked={choices.invite}
            disabled={isBusy}
            onChange={({ currentTarget }) => choose({ invite: currentTarget.checked })}
          />
        )}
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
      {preview && (
        <ImportPreviewView
          preview={preview}
          skips={choices.skip}
          mapped={choices.columns}
          disabled={isBusy}
          onMap={(columns) => choose({ columns })}
          showPlan={source.showPlan}
        />
      )}
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

/** An import as a noun describes it. */
interface ImportSpec extends ImportSource {
  readonly title: TextKey;
  /** Who is not offered it although he may write. */
  readonly lockedFor?: (person: Person) => boolean;
  /** The toast after the import; its `count` is the number of new rows. */
  readonly done: TextKey;
}

/** Fills a list from a spreadsheet. */
export function importTool(spec: ImportSpec): ListTool {
  return { key: spec.path, writes: true, render: (props) => <ImportButton {...props} spec={spec} /> };
}

function ImportButton({ spec, onChanged }: ListToolProps & { readonly spec: ImportSpec }) {
  const { text } = useTexts();
  const [opened, setOpened] = useState(false);
  const title = text(spec.title);
  const person = useResourceFormContext()?.person;
  if (person && spec.lockedFor?.(person)) return null;
  const close = () => {
    setOpened(false);
    // an import that was cancelled at its last step may have been saved
    onChanged();
  };
  return (
    <>
      <Button icon={mdiUpload} onClick={() => setOpened(true)}>
        {title}
      </Button>
      {opened && (
        <Dialog opened width={1040} title={title} closeLabel={text('action.close')} onClose={close}>
          <ImportDialog
            source={spec}
            onCancel={close}
            onSaved={(created) => {
              close();
              toasts.show('success', text(spec.done, { count: created }));
            }}
          />
        </Dialog>
      )}
    </>
  );
}
