import {
  type SimCard,
  type SimKind,
  simCardSchema,
  simKinds,
  simListSchema,
  simTotalsSchema,
} from '@atalaia/contract/providers/reconciliation';
import { useDebouncedValue } from '@mantine/hooks';
import { mdiSimOutline, mdiTrashCanOutline, mdiUpload } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { vehicleText } from '../../lib/device/vehicle-text.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useMoney } from '../../lib/formats/use-money.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { PagedReport } from '../../resources/list/paged-report.tsx';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { SearchField } from '../../ui/field/search-field.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { DataTable, TwoLines } from '../../ui/table/data-table.tsx';
import classes from './reconciliation.module.css';
import { UploadDialog } from './sim-upload.tsx';

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
  return (
    <>
      <SimLists onUpload={() => upload(true)} />
      <PagedReport
        path={path}
        query={{ ...(keyword && { keyword }), ...(kind && { kind }) }}
        schema={simCardSchema}
        title="sim.title"
        countText={(count) => text('sim.count', { count })}
        empty={{ icon: mdiSimOutline, hint: 'sim.none' }}
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

function SimLists({ onUpload }: { readonly onUpload: () => void }) {
  const { text } = useTexts();
  const formats = useFormats();
  const money = useMoney();
  const api = useApi();
  const queries = useQueryClient();
  const { data: stored = [] } = useQuery({
    queryKey: [lists],
    queryFn: ({ signal }) => api.json({ path: lists, signal }, z.array(simListSchema)),
  });
  const { data: totals } = useQuery({
    queryKey: [path, 'totals'],
    queryFn: ({ signal }) => api.json({ path: `${path}/totals`, signal }, simTotalsSchema),
  });
  const remove = useWrite({
    write: (writer, id: number) => writer.send({ method: 'DELETE', path: `${lists}/${id}` }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: [lists] }),
        queries.invalidateQueries({ queryKey: [path] }),
      ]),
    onError: (error) => toasts.show('failure', failureText(error, text)),
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
      <ul className={classes.kinds}>
        {stored.length === 0 && <li>{text('sim.noLists')}</li>}
        {stored.map(({ id, provider, cards, userName, uploadedAt }) => (
          <li key={id} className={classes.listed}>
            {text('sim.list', {
              ...{ provider, count: formats.count(cards), name: userName },
              time: formats.dateTime(uploadedAt),
            })}
            <IconButton
              size={28}
              name={text('sim.remove', { provider })}
              icon={mdiTrashCanOutline}
              onClick={() => remove.mutate(id)}
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
    </div>
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
