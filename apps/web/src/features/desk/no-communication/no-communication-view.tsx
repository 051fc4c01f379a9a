import { type SilentDevice, silentDeviceSchema } from '@atalaia/contract/desk/no-communication';
import { useDebouncedValue } from '@mantine/hooks';
import { mdiMapMarkerOutline, mdiPencilOutline, mdiShieldCheckOutline } from '@mdi/js';
import { useState } from 'react';
import { vehicleText } from '../../../lib/device/vehicle-text.ts';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { PagedReport } from '../../../resources/list/paged-report.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { DataTable, TwoLines } from '../../../ui/table/data-table.tsx';
import { ContactDialog } from './contact-dialog.tsx';

interface NoCommunicationViewProps {
  readonly onDevice: (deviceId: number) => void;
}

const pauseMs = 300;
const refreshMs = 30_000;

/** "Sem comunicação": who is silent beyond his time, and what is done about it; a row leaves by itself (DESK-17). */
export function NoCommunicationView({ onDevice }: NoCommunicationViewProps) {
  const { text } = useTexts();
  const [typed, setTyped] = useState('');
  const [keyword] = useDebouncedValue(typed.trim(), pauseMs);
  const [edited, edit] = useState<SilentDevice | null>(null);
  return (
    <>
      <PagedReport
        path="no-communication"
        query={keyword ? { keyword } : {}}
        schema={silentDeviceSchema}
        title="desk.noCommunication"
        countText={(count) => text('desk.vehicles', { count })}
        empty={{ icon: mdiShieldCheckOutline, hint: keyword ? 'desk.noneSilentOf' : 'desk.nobodySilent' }}
        refreshMs={refreshMs}
        fields={<SearchField label={text('desk.searchSilent')} text={typed} onType={setTyped} />}
      >
        {(rows) => <SilentTable rows={rows} onDevice={onDevice} onEdit={edit} />}
      </PagedReport>
      {edited && <ContactDialog device={edited} onClose={() => edit(null)} />}
    </>
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
          cell: ({ customerName, customerPhone }) => (
            <TwoLines first={customerName ?? text('value.missing')} second={customerPhone} />
          ),
        },
        {
          key: 'vehicle',
          title: text('desk.vehicleAndSim'),
          cell: ({ deviceName, plate, phone, iccid }) => (
            <TwoLines
              first={vehicleText(deviceName, plate)}
              second={[phone, iccid].filter(Boolean).join(' · ')}
            />
          ),
        },
        {
          key: 'since',
          title: text('desk.silentSince'),
          cell: ({ lastUpdate, power }) => (
            <TwoLines
              first={<TimeAgo instant={lastUpdate} />}
              second={power !== null && formats.attribute('power', power)}
            />
          ),
        },
        {
          key: 'place',
          title: text('desk.lastPlace'),
          muted: true,
          cell: ({ address }) => formats.address(address),
        },
        { key: 'reason', title: text('desk.reason'), wraps: true, cell: ({ reason }) => reason },
        {
          key: 'next',
          title: text('desk.nextContact'),
          cell: ({ nextContactAt, userName }) => (
            <TwoLines first={nextContactAt && formats.dateTime(nextContactAt)} second={userName} />
          ),
        },
        {
          ...{ key: 'acts', title: '', acts: true },
          cell: (row) => (
            <>
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
            </>
          ),
        },
      ]}
    />
  );
}
