/** The page of a device and that of a customer: what the form holds, and what other parts of the product know of him (DEV-01, CUS-02). */
import { type Contact, contactBookSchema } from '@atalaia/contract/accounts/contact';
import type { Customer } from '@atalaia/contract/accounts/customer';
import { userSchema } from '@atalaia/contract/accounts/user';
import { type Device, deviceSchema } from '@atalaia/contract/devices/device';
import { sentCommandSchema } from '@atalaia/contract/devices/sent-command';
import { type CustomerPrices, customerPricesSchema } from '@atalaia/contract/providers/reconciliation';
import { sinisterSchema } from '@atalaia/contract/sinisters/sinister';
import { mdiCrosshairsGps } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { AuditOf } from '../../../features/audit/audit-view.tsx';
import { commandLabel, commandMarks } from '../../../features/commands/command-labels.ts';
import { othersEveryMs, useCommandNews } from '../../../features/commands/use-command-news.ts';
import { postalCodeMask } from '../../../features/customers/customer-values.ts';
import { customers } from '../../../features/customers/customers.tsx';
import { devices } from '../../../features/devices/devices.tsx';
import { MaintenanceStates } from '../../../features/maintenances/maintenance-states.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { vehicleText } from '../../../lib/device/vehicle-text.ts';
import { phoneMask } from '../../../lib/formats/phone-mask.ts';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats, useMoney } from '../../../lib/formats/use-formats.ts';
import { useDeskRole } from '../../../lib/session/desk-role.ts';
import { useSession } from '../../../lib/session/session-context.ts';
import { sinisterTone } from '../../../lib/sinister/sinister-tone.ts';
import { failureMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import {
  RecordLines,
  RecordLink,
  RecordPart,
  RecordRows,
  RecordView,
} from '../../../resources/record/record-view.tsx';
import type { RowView, RowViewProps } from '../../../resources/resource.ts';
import { useSubView } from '../../../resources/sub-view.ts';
import { Button } from '../../../ui/button/button.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Pill } from '../../../ui/layout/pill.tsx';
import { FactList } from '../../../ui/table/fact-list.tsx';
import { addressOfRecord } from './manage-views.ts';

/** Who has the pages that these lead to; clients and fleets read theirs where they are. */
function useIsCentre(): boolean {
  const session = useSession();
  return session.phase === 'signed-in' && (session.profile === 'admin' || session.profile === 'monitor');
}

/** The history is his alone: a supervisor of the desk is none. */
function useIsAdministrator(): boolean {
  const session = useSession();
  return session.phase === 'signed-in' && session.profile === 'admin';
}

function useOpener() {
  const navigate = useNavigate();
  const isCentre = useIsCentre();
  if (!isCentre) return undefined;
  return (view: 'device' | 'customers' | 'users', rowId: number, kind = 'record') => {
    const { path, state } = addressOfRecord(view, rowId, kind);
    void navigate(path, { state });
  };
}

function DeviceRecord({ row: device, onDone }: RowViewProps<Device>) {
  const { text } = useTexts();
  const navigate = useNavigate();
  const open = useOpener();
  const mayReadAudit = useIsAdministrator();
  const { customerId, customerName } = device;
  return (
    <RecordView
      resource={devices}
      row={device}
      title={vehicleText(device.name, device.attributes.plate)}
      known={{
        name: undefined,
        groupId: device.groupName,
        customerId:
          customerName && open ? (
            <RecordLink onOpen={() => open('customers', customerId)}>{customerName}</RecordLink>
          ) : (
            customerName
          ),
      }}
      first={<DeviceNow device={device} />}
      acts={
        open && (
          <Button icon={mdiCrosshairsGps} onClick={() => navigate(`/admin/events/devices/${device.id}`)}>
            {text('record.onMap')}
          </Button>
        )
      }
      onDone={onDone}
    >
      <RecordPart title={text('maintenance.title')}>
        <MaintenanceStates deviceId={device.id} />
      </RecordPart>
      <CasesOf query={{ deviceId: device.id }} />
      <CommandsOf deviceId={device.id} />
      {mayReadAudit && <AuditOf noun="device" objectId={device.id} />}
    </RecordView>
  );
}

/** What the tracker says of itself, and since when. */
function DeviceNow({ device }: { readonly device: Device }) {
  const { text } = useTexts();
  const { status, disabled, lastUpdate } = device;
  return (
    <RecordPart title={text('record.now')}>
      <FactList
        facts={[
          {
            name: text('device.status'),
            value: disabled ? (
              <Pill tone="offline">{text('device.disabled')}</Pill>
            ) : (
              <Pill tone={status}>{text(lastUpdate ? `legend.${status}` : 'panel.neverConnected')}</Pill>
            ),
          },
          {
            name: text('device.lastUpdate'),
            value: lastUpdate ? <TimeAgo instant={lastUpdate} /> : text('record.pointTracker'),
          },
        ]}
      />
    </RecordPart>
  );
}

function CasesOf({ query }: { readonly query: Readonly<Record<string, number>> }) {
  const { text } = useTexts();
  const formats = useFormats();
  const navigate = useNavigate();
  const isCentre = useIsCentre();
  return (
    <RecordRows
      title={text('menu.sinister')}
      path="sinisters"
      query={{ ...query, all: 'true', sort: 'openingDate', order: 'desc' }}
      schema={sinisterSchema}
      empty={text('record.noCases')}
      onOpen={isCentre ? ({ id }) => void navigate(`/admin/sinisters/${id}`) : undefined}
      lineOf={(one) => ({
        name: `${text('sinister.number', { number: one.number })} · ${text(`openingType.${one.openingType}`)}`,
        detail: [
          formats.dateTime(one.openingDate),
          'customerId' in query && vehicleText(one.device.name, one.devicePlate),
        ]
          .filter(Boolean)
          .join(' · '),
        mark: (
          <Pill tone={sinisterTone(one, Date.now())}>
            {text(one.status === 'opened' ? 'sinister.statusOpened' : 'sinister.statusClosed')}
          </Pill>
        ),
      })}
    />
  );
}

function CommandsOf({ deviceId }: { readonly deviceId: number }) {
  const texts = useTexts();
  const { text } = texts;
  const formats = useFormats();
  const queries = useQueryClient();
  const deviceIds = useMemo(() => [deviceId], [deviceId]);
  const readAgain = useCallback(
    () => void queries.invalidateQueries({ queryKey: ['resource', 'commands/sent'] }),
    [queries],
  );
  useCommandNews(deviceIds, readAgain);
  return (
    <RecordRows
      title={text('record.commands')}
      refetchMs={othersEveryMs}
      path="commands/sent"
      query={{ deviceId }}
      schema={sentCommandSchema}
      empty={text('command.historyEmpty')}
      lineOf={(command) => ({
        name: commandLabel(command, texts),
        detail: [formats.dateTime(command.queuedTime), command.userName].filter(Boolean).join(' · '),
        mark: (
          <Pill tone={commandMarks[command.state].tone} icon={commandMarks[command.state].icon}>
            {text(`commandState.${command.state}`)}
          </Pill>
        ),
      })}
    />
  );
}

function CustomerRecord({ row: customer, onDone }: RowViewProps<Customer>) {
  const { text } = useTexts();
  const open = useOpener();
  const { show } = useSubView();
  const deskRole = useDeskRole();
  const mayReadAudit = useIsAdministrator();
  const { id, postalCode } = customer;
  return (
    <RecordView
      resource={customers}
      row={customer}
      title={customer.name}
      known={{ name: undefined, postalCode: postalCodeMask.show(postalCode) }}
      onDone={onDone}
      first={
        <>
          {deskRole !== 'none' && <PricesOf customer={customer} />}
          <RecordRows
            title={text('menu.devices')}
            path="devices"
            query={{ customerId: id }}
            schema={deviceSchema}
            empty={text('record.noDevices')}
            onAll={() => show({ kind: 'devices', rowId: id })}
            onOpen={open && ((device) => open('device', device.id))}
            lineOf={({ name, attributes, uniqueId, status, lastUpdate, disabled }) => ({
              name: vehicleText(name, attributes.plate),
              detail: uniqueId,
              mark: disabled ? (
                <Pill tone="offline">{text('device.disabled')}</Pill>
              ) : (
                <Pill tone={status}>{text(lastUpdate ? `legend.${status}` : 'panel.neverConnected')}</Pill>
              ),
            })}
          />
          <RecordRows
            title={text('menu.users')}
            path="users"
            query={{ customerId: id }}
            schema={userSchema}
            empty={text('record.noUsers')}
            onOpen={open && ((user) => open('users', user.id, 'form'))}
            lineOf={({ name, email, disabled }) => ({
              name,
              detail: email,
              mark: disabled && <Pill tone="offline">{text('user.disabled')}</Pill>,
            })}
          />
          <ContactsOf customerId={id} />
          <CasesOf query={{ customerId: id }} />
        </>
      }
    >
      {mayReadAudit && <AuditOf noun="customer" objectId={id} />}
    </RecordView>
  );
}

/** Whom to call for him, in order (PROC-04). */
function ContactsOf({ customerId }: { readonly customerId: number }) {
  const { text } = useTexts();
  const api = useApi();
  const { show } = useSubView();
  const query = useQuery({
    queryKey: ['resource', 'contacts', customerId],
    queryFn: ({ signal }) =>
      api.json({ path: `customers/${customerId}/contacts`, signal }, contactBookSchema),
    retry: false,
  });
  return (
    <RecordPart
      title={text('contacts.title')}
      more={{
        label: text('record.all'),
        onOpen: () => show({ kind: 'contacts', rowId: customerId }),
      }}
    >
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={72} />}
      >
        {({ contacts }) => (
          <RecordLines
            rows={contacts}
            empty={text('record.noContacts')}
            lineOf={({ name, role, phones }: Contact) => ({
              name: [name, role].filter(Boolean).join(' · '),
              detail: phones.map(({ number }) => phoneMask.show(number)).join(', '),
            })}
          />
        )}
      </QueryView>
    </RecordPart>
  );
}

/** What he pays a month by the prices of the categories of his vehicles (DRIFT-02). */
function PricesOf({ customer }: { readonly customer: Customer }) {
  const { text, textOr } = useTexts();
  const api = useApi();
  const money = useMoney();
  const query = useQuery({
    queryKey: ['resource', 'customer-prices', customer.id],
    queryFn: ({ signal }) =>
      api.json({ path: `reconciliation/customers/${customer.id}`, signal }, customerPricesSchema),
    retry: false,
  });
  const monthlyText = (categories: CustomerPrices['categories'], sum: string) => {
    const unpriced = categories.filter(({ monthlyCents }) => monthlyCents === null);
    if (unpriced.length === 0) return sum;
    const count = unpriced.reduce((total, { vehicles }) => total + vehicles, 0);
    return unpriced.length === categories.length
      ? text('record.unpriced')
      : text('record.andUnpriced', { sum, count });
  };
  return (
    <RecordPart title={text('record.pays')}>
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={72} />}
      >
        {({ vehicles, cents, categories }) =>
          vehicles === 0 ? (
            <RecordLines rows={[]} empty={text('record.paysNothing')} lineOf={() => ({ name: '' })} />
          ) : (
            <FactList
              facts={[
                {
                  name: text('record.monthly'),
                  value: <strong>{monthlyText(categories, money(cents))}</strong>,
                },
                ...categories.map(({ category, vehicles: count, monthlyCents }) => ({
                  name: `${textOr(`category.${category}`, category)} × ${count}`,
                  value:
                    monthlyCents === null
                      ? text('record.unpriced')
                      : text('record.each', { price: money(monthlyCents) }),
                })),
              ]}
            />
          )
        }
      </QueryView>
    </RecordPart>
  );
}

const recordView = { key: 'record', label: 'record.open', writes: false, wide: true } as const;

export const deviceRecord: RowView<Device> = { ...recordView, View: DeviceRecord };
export const customerRecord: RowView<Customer> = { ...recordView, View: CustomerRecord };
