import {
  type SimCard,
  type SimColumn,
  type SimKind,
  type SimList,
  type SimPreview,
  simCardSchema,
  simColumns,
  simKinds,
  simListSchema,
  simPreviewSchema,
  simTotalsSchema,
  simUploadSchema,
} from '@atalaia/contract/providers/reconciliation';
import { FileButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { mdiSimOutline, mdiTrashCanOutline, mdiUpload } from '@mdi/js';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { vehicleText } from '../../lib/device/vehicle-text.ts';
import { useFormats, useMoney } from '../../lib/formats/use-formats.ts';
import { failureMessage, failureText, refusalMessage } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { PagedReport } from '../../resources/list/paged-report.tsx';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { FormRefusal } from '../../ui/feedback/form-refusal.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { SearchField } from '../../ui/field/search-field.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { DataTable, TwoLines } from '../../ui/table/data-table.tsx';
import { Dialog, DialogFoot } from '../../ui/window/dialog.tsx';
import { Question } from '../../ui/window/question.tsx';
import classes from './reconciliation.module.css';

/** Of those that were left out. */
const namedLines = 10;

/** A file is read, each of its columns is named, and the list kept. */
function UploadDialog({ onClose }: { readonly onClose: () => void }) {
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
    async onSuccess({ list, skipped, skippedCount, cut }) {
      toasts.show('success', text('sim.saved', { count: list.cards }));
      const lines = [...skipped.slice(0, namedLines), ...(skippedCount > namedLines ? ['…'] : [])].join(', ');
      const notes = [
        ...(skippedCount > 0 ? [text('sim.skipped', { count: skippedCount, lines })] : []),
        ...(cut > 0 ? [text('sim.cut', { count: cut })] : []),
      ];
      // one toast: of two failures at once the last is shown
      if (notes.length > 0) toasts.show('failure', notes.join(' '));
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

const pauseMs = 300;
const path = 'reconciliation/sim-cards';
const lists = 'reconciliation/sim-lists';

/** The lists of machine-to-machine providers against the devices (DRIFT-03). */
export function SimCards() {
  const { text } = useTexts();
  const [typed, setTyped] = useState('');
  const [keyword] = useDebouncedValue(typed.trim(), pauseMs);
  const [kind, setKind] = useState<SimKind | null>(null);
  const [isUploading, upload] = useState(false);
  const api = useApi();
  const stored = useQuery({
    queryKey: [lists],
    queryFn: ({ signal }) => api.json({ path: lists, signal }, z.array(simListSchema)),
    retry: false,
  });
  const isEmpty = stored.data?.length === 0;
  return (
    <>
      <SimLists stored={stored} onUpload={() => upload(true)} />
      <PagedReport
        path={path}
        query={{ ...(keyword && { keyword }), ...(kind && { kind }) }}
        schema={simCardSchema}
        title="sim.title"
        countText={(count) => text('sim.count', { count })}
        empty={{
          icon: mdiSimOutline,
          hint: isEmpty ? 'sim.noLists' : keyword || kind ? 'list.emptyFilter' : 'sim.none',
        }}
        fields={
          <>
            <SearchField label={text('sim.search')} text={typed} onType={setTyped} />
            <SelectField
              label={text('sim.kinds')}
              placeholder={text('sim.allKinds')}
              clearLabel={text('action.clear')}
              options={simKinds.map((value) => ({ value, label: text(`simKind.${value}`) }))}
              chosen={kind}
              onChoose={setKind}
            />
          </>
        }
      >
        {(rows) => <SimTable rows={rows} />}
      </PagedReport>
      {isUploading && <UploadDialog onClose={() => upload(false)} />}
    </>
  );
}

interface SimListsProps {
  readonly stored: UseQueryResult<SimList[]>;
  readonly onUpload: () => void;
}

function SimLists({ stored, onUpload }: SimListsProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const money = useMoney();
  const api = useApi();
  const [removed, ask] = useState<SimList | null>(null);
  const { data: totals } = useQuery({
    queryKey: [path, 'totals'],
    queryFn: ({ signal }) => api.json({ path: `${path}/totals`, signal }, simTotalsSchema),
  });
  return (
    <div className={classes.totals}>
      <p className={classes.help}>{text('sim.help')}</p>
      <Button kind="primary" icon={mdiUpload} onClick={onUpload}>
        {text('sim.upload')}
      </Button>
      {totals && totals.cents > 0 && (
        <span>
          <strong className={classes.sum}>{money(totals.cents)}</strong> {text('sim.aMonth')}
        </span>
      )}
      <QueryView
        query={stored}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={28} />}
      >
        {(all) => (
          <ul className={classes.kinds}>
            {all.map((list) => (
              <li key={list.id} className={classes.listed}>
                {text('sim.list', {
                  ...{ provider: list.provider, name: list.userName },
                  cards: text('sim.count', { count: list.cards }),
                  time: formats.dateTime(list.uploadedAt),
                })}
                <IconButton
                  size={28}
                  name={text('sim.remove', { provider: list.provider })}
                  icon={mdiTrashCanOutline}
                  onClick={() => ask(list)}
                />
              </li>
            ))}
            {totals?.kinds.map(({ kind, cards, cents }) => (
              <li key={kind}>
                {text(`simKind.${kind}`)}: {formats.count(cards)}
                {cents > 0 && ` · ${money(cents)}`}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      {removed && <RemoveQuestion list={removed} onClose={() => ask(null)} />}
    </div>
  );
}

/** A list is gone with what it shows: it is named before. */
function RemoveQuestion({ list, onClose }: { readonly list: SimList; readonly onClose: () => void }) {
  const { text } = useTexts();
  const queries = useQueryClient();
  const remove = useWrite({
    write: (writer) => writer.send({ method: 'DELETE', path: `${lists}/${list.id}` }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: [lists] }),
        queries.invalidateQueries({ queryKey: [path] }),
      ]),
    onError: (error) => toasts.show('failure', failureText(error, text)),
    onSettled: onClose,
  });
  return (
    <Question
      title={text('action.remove')}
      closeLabel={text('action.close')}
      cancelLabel={text('action.cancel')}
      actLabel={text('action.remove')}
      busy={remove.isPending}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        {text('sim.removeQuestion', {
          provider: list.provider,
          cards: text('sim.count', { count: list.cards }),
        })}
      </p>
    </Question>
  );
}

function SimTable({ rows }: { readonly rows: readonly SimCard[] }) {
  const { text } = useTexts();
  const formats = useFormats();
  const money = useMoney();
  return (
    <DataTable
      label={text('sim.title')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'sim',
          title: text('sim.iccid'),
          cell: ({ iccid, phone }) => <TwoLines first={iccid ?? phone} second={iccid && phone} />,
        },
        {
          key: 'kinds',
          title: text('sim.kinds'),
          wraps: true,
          cell: ({ kinds }) => kinds.map((kind) => text(`simKind.${kind}`)).join(', '),
        },
        {
          key: 'devices',
          title: text('sim.devices'),
          wraps: true,
          cell: ({ devices }) => devices.map(({ name, plate }) => vehicleText(name, plate)).join(', ') || '–',
        },
        {
          key: 'list',
          title: text('sim.status'),
          cell: ({ status, plan, provider }) => (
            <TwoLines first={status ?? '–'} second={[provider, plan].filter(Boolean).join(' · ')} />
          ),
        },
        {
          key: 'data',
          title: text('sim.lastData'),
          muted: true,
          cell: ({ lastDataAt }) => (lastDataAt ? formats.dateTime(lastDataAt) : text('dashboard.never')),
        },
        {
          key: 'money',
          title: text('risk.monthly'),
          cell: ({ monthlyCents }) => (monthlyCents === null ? '–' : money(monthlyCents)),
        },
      ]}
    />
  );
}
