import {
  type SimColumn,
  type SimPreview,
  simColumns,
  simPreviewSchema,
  simUploadSchema,
} from '@atalaia/contract/providers/reconciliation';
import { FileButton } from '@mantine/core';
import { mdiUpload } from '@mdi/js';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWrite } from '../../lib/api/use-write.ts';
import { refusalMessage } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { FormRefusal } from '../../ui/feedback/form-refusal.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { SelectField } from '../../ui/field/select-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Dialog, DialogFoot } from '../../ui/window/dialog.tsx';
import classes from './reconciliation.module.css';

const path = 'reconciliation/sim-cards';
const lists = 'reconciliation/sim-lists';

/** A file is read, each of its columns is named, and the list kept. */
export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  const { text } = useTexts();
  const queries = useQueryClient();
  const [provider, setProvider] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [columns, setColumns] = useState<Partial<Record<SimColumn, string | undefined>>>({});
  const preview = useWrite({
    ofForm: true,
    write: (api, chosen: File) =>
      api.json({ method: 'POST', path: `${lists}/preview`, file: asCsv(chosen) }, simPreviewSchema),
    onSuccess: ({ guessed }) => setColumns(guessed),
  });
  const save = useWrite({
    ofForm: true,
    write: (api, chosen: File) => {
      const named = Object.fromEntries(Object.entries(columns).filter(([, heading]) => heading)) as Record<
        string,
        string
      >;
      const query = { ...named, provider: provider.trim(), fileName: chosen.name.slice(0, 200) };
      return api.json({ method: 'POST', path: lists, query, file: asCsv(chosen) }, simUploadSchema);
    },
    async onSuccess({ list, skipped }) {
      toasts.show('success', text('sim.saved', { count: list.cards }));
      if (skipped.length > 0)
        toasts.show(
          'failure',
          text('sim.skipped', { count: skipped.length, lines: skipped.slice(0, 10).join(', ') }),
        );
      await queries.invalidateQueries({ queryKey: [lists] });
      await queries.invalidateQueries({ queryKey: [path] });
      onClose();
    },
  });
  const failed = save.error ?? preview.error;
  const isReady = file && preview.data && provider.trim() && (columns.iccid || columns.phone);
  return (
    <Dialog opened width={860} title={text('sim.upload')} closeLabel={text('action.close')} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) save.mutate(file);
        }}
      >
        <TextField
          data-autofocus
          label={text('sim.provider')}
          maxLength={100}
          value={provider}
          onChange={({ currentTarget }) => setProvider(currentTarget.value)}
        />
        <FileButton
          accept=".csv,.txt,.xlsx,text/csv"
          onChange={(chosen) => {
            setFile(chosen);
            if (chosen) preview.mutate(chosen);
          }}
        >
          {({ onClick }) => (
            <Button icon={mdiUpload} busy={preview.isPending} onClick={onClick}>
              {file?.name ?? text('sim.chooseFile')}
            </Button>
          )}
        </FileButton>
        {preview.data && <ColumnsForm preview={preview.data} columns={columns} onColumns={setColumns} />}
        {failed && <FormRefusal {...refusalMessage(failed, text)} />}
        <DialogFoot>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" busy={save.isPending} disabled={!isReady}>
            {text('sim.save')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** The server finds the format by the content. */
const asCsv = (file: File) => new Blob([file], { type: 'text/csv' });

interface ColumnsFormProps {
  readonly preview: SimPreview;
  readonly columns: Partial<Record<SimColumn, string | undefined>>;
  readonly onColumns: (columns: Partial<Record<SimColumn, string | undefined>>) => void;
}

function ColumnsForm({ preview, columns, onColumns }: ColumnsFormProps) {
  const { text } = useTexts();
  const sample = preview.rows.map((values, at) => ({ at, values }));
  const headings = [...new Set(preview.headings)].filter((heading) => heading !== '');
  return (
    <>
      <p className={classes.note}>{text('sim.mapHelp', { count: preview.count })}</p>
      <div className={classes.columns}>
        {simColumns.map((column) => (
          <SelectField
            key={column}
            labelled
            label={text(`sim.column.${column}`)}
            placeholder={text('sim.noColumn')}
            clearLabel={text('action.clear')}
            options={headings.map((heading) => ({ value: heading, label: heading }))}
            chosen={columns[column] ?? null}
            onChoose={(heading) => onColumns({ ...columns, [column]: heading ?? undefined })}
          />
        ))}
      </div>
      <DataTable
        label={text('sim.file')}
        rows={sample}
        keyOf={({ at }) => at}
        columns={preview.headings.map((heading, place) => ({
          ...{ key: `${place} ${heading}`, title: heading },
          cell: ({ values }: (typeof sample)[number]) => values[place],
        }))}
      />
    </>
  );
}
