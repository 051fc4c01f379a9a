import { type SilentDevice, silentDeviceSchema } from '@atalaia/contract/desk/no-communication';
import { totalCountHeader } from '@atalaia/contract/values/sorting';
import { useDebouncedValue } from '@mantine/hooks';
import { mdiFileExcelOutline, mdiMapMarkerOutline, mdiPencilOutline, mdiShieldCheckOutline } from '@mdi/js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../../lib/api/api-context.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { TimeAgo } from '../../../lib/formats/time-ago-text.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureMessage, failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { fetchSpreadsheet } from '../../../resources/import/fetch-spreadsheet.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import classes from '../desk-lists.module.css';
import { ContactDialog } from './contact-dialog.tsx';

interface NoCommunicationViewProps {
  readonly onDevice: (deviceId: number) => void;
}

const path = 'no-communication';
const pageSize = 100;
const pauseMs = 300;
const refreshMs = 30_000;

/** "Sem comunicação": who is silent beyond his time, and what is done about it; a row leaves by itself (DESK-17). */
export function NoCommunicationView({ onDevice }: NoCommunicationViewProps) {
  const { text } = useTexts();
  const api = useApi();
  const [typed, setTyped] = useState('');
  const [keyword] = useDebouncedValue(typed.trim(), pauseMs);
  const [page, setPage] = useState(0);
  const [edited, edit] = useState<SilentDevice | null>(null);
  const request = { ...(keyword && { keyword }) };
  const query = useQuery({
    queryKey: [path, request, page],
    async queryFn({ signal }) {
      const asked = { ...request, limit: pageSize, offset: page * pageSize };
      const { body, headers } = await api.answer({ path, query: asked, signal }, z.array(silentDeviceSchema));
      return { rows: body, total: Number(headers.get(totalCountHeader) ?? body.length) };
    },
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  const sheet = useWrite({
    write: (writer) => fetchSpreadsheet(writer, { path, query: request }),
    onSuccess: (file) => saveFile(file, `${text('desk.noCommunication')}.xlsx`),
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });
  return (
    <div className={classes.list}>
      <div className={classes.bar}>
        <SearchField
          label={text('desk.searchSilent')}
          text={typed}
          onType={(text) => {
            setTyped(text);
            setPage(0);
          }}
        />
        <span className={classes.note}>
          {query.data && text('desk.vehicles', { count: query.data.total })}
        </span>
        <span className={classes.grow} />
        <Button icon={mdiFileExcelOutline} busy={sheet.isPending} onClick={() => sheet.mutate()}>
          {text('desk.spreadsheet')}
        </Button>
      </div>
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={240} />}
      >
        {({ rows, total }) =>
          total === 0 ? (
            <EmptyState icon={mdiShieldCheckOutline} hint={text('desk.nobodySilent')} />
          ) : (
            <>
              <SilentTable rows={rows} onDevice={onDevice} onEdit={edit} />
              {total > pageSize && (
                <div className={classes.bar}>
                  <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
                    {text('desk.pageBefore')}
                  </Button>
                  <Button disabled={(page + 1) * pageSize >= total} onClick={() => setPage(page + 1)}>
                    {text('desk.pageNext')}
                  </Button>
                </div>
              )}
            </>
          )
        }
      </QueryView>
      {edited && <ContactDialog device={edited} onClose={() => edit(null)} />}
    </div>
  );
}

interface SilentTableProps extends NoCommunicationViewProps {
  readonly rows: readonly SilentDevice[];
  readonly onEdit: (device: SilentDevice) => void;
}

function SilentTable({ rows, onDevice, onEdit }: SilentTableProps) {
  const { text } = useTexts();
  const formats = useFormats();
  return (
    <DataTable
      label={text('desk.noCommunication')}
      rows={rows}
      keyOf={({ deviceId }) => deviceId}
      columns={[
        {
          key: 'customer',
          title: text('desk.customer'),
          cell: ({ customerName, customerPhone }) =>
            [customerName ?? text('value.missing'), customerPhone].filter(Boolean).join(' · '),
        },
        {
          key: 'vehicle',
          title: text('desk.vehicle'),
          cell: ({ deviceName, plate }) =>
            [deviceName, plate !== deviceName && plate].filter(Boolean).join(' · '),
        },
        {
          key: 'since',
          title: text('desk.silentSince'),
          cell: ({ lastUpdate }) => <TimeAgo instant={lastUpdate} />,
        },
        { key: 'place', title: text('desk.lastPlace'), muted: true, cell: ({ address }) => address },
        {
          key: 'power',
          title: text('desk.voltage'),
          muted: true,
          cell: ({ power }) => power !== null && formats.attribute('power', power),
        },
        {
          key: 'sim',
          title: text('desk.sim'),
          muted: true,
          cell: ({ phone, iccid }) => [phone, iccid].filter(Boolean).join(' · '),
        },
        { key: 'reason', title: text('desk.reason'), cell: ({ reason }) => reason },
        {
          key: 'next',
          title: text('desk.nextContact'),
          cell: ({ nextContactAt }) => nextContactAt && formats.dateTime(nextContactAt),
        },
        { key: 'who', title: text('desk.who'), cell: ({ userName }) => userName },
        {
          key: 'acts',
          title: '',
          cell: (row) => (
            <span className={classes.bar}>
              <IconButton
                size={28}
                name={text('desk.editContact', { name: row.deviceName })}
                icon={mdiPencilOutline}
                onClick={() => onEdit(row)}
              />
              <IconButton
                size={28}
                name={text('event.goToDevice')}
                icon={mdiMapMarkerOutline}
                onClick={() => onDevice(row.deviceId)}
              />
            </span>
          ),
        },
      ]}
    />
  );
}
