import type { Customer } from '@atalaia/contract/accounts/customer';
import { type Device, deviceSchema } from '@atalaia/contract/devices/device';
import { mdiPlus } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '../../lib/api/api-context.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { failureText, statusText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { readRow, type StoredRow, saveRow } from '../../resources/api/save-row.ts';
import { ReferenceField } from '../../resources/form/reference-field.tsx';
import { ResourceList } from '../../resources/list/resource-list.tsx';
import view from '../../resources/list/row-view.module.css';
import type { Resource, RowViewProps } from '../../resources/resource.ts';
import { useMayWrite } from '../../resources/use-may-write.ts';
import { Button } from '../../ui/button/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import classes from './customer-devices.module.css';

const place = { path: 'devices', schema: deviceSchema };

/** Gives a device that is registered already to a customer; whose it was until then is said first. */
function AddDevice({ customer }: { readonly customer: Customer }) {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const [chosen, choose] = useState('');
  const { data: stored, error } = useQuery({
    queryKey: ['device-to-add', chosen],
    queryFn: ({ signal }) => readRow(api, place, chosen, signal),
    enabled: chosen !== '',
    retry: false,
  });
  const add = useWrite({
    write: (writer, device: StoredRow<(typeof place.schema)['_output']>) =>
      saveRow(writer, place, device, {
        name: device.row.name,
        uniqueId: device.row.uniqueId,
        customerId: customer.id,
      }),
    onSuccess({ name }) {
      toasts.show('success', text('customer.deviceAdded', { device: name, customer: customer.name }));
      choose('');
    },
    onError: (failure) => toasts.show('failure', statusText(failure, text)),
    onSettled: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === 'resource' || queryKey[0] === 'device-to-add',
      }),
  });
  const device = stored?.row;
  const isHis = device?.customerId === customer.id;
  const failure = add.error ?? error;
  return (
    <div className={classes.add}>
      <ReferenceField
        path="devices"
        label={text('customer.deviceToAdd')}
        clearLabel={`${text('action.clear')}: ${text('customer.deviceToAdd')}`}
        chosen={chosen}
        onChoose={choose}
        error={failure ? failureText(failure, text) : undefined}
      />
      <Button
        icon={mdiPlus}
        disabled={!stored || isHis}
        busy={add.isPending}
        onClick={() => stored && add.mutate(stored)}
      >
        {text('customer.addDevice')}
      </Button>
      <p className={classes.note} role="status">
        {isHis && text('customer.deviceHisAlready')}
        {device?.customerName && !isHis && text('customer.deviceOfOther', { customer: device.customerName })}
      </p>
    </div>
  );
}

/** What a narrow table of one customer's devices has no room for. */
const hiddenColumns: ReadonlySet<string> = new Set(['customer']);

/** How devices are listed. */
export type DeviceList = Omit<Resource<Device>, 'form'>;

interface CustomerDevicesProps extends RowViewProps<Customer> {
  readonly devices: DeviceList;
}

/** The devices of one customer: found on the map from here, and more can be given to him (CUS-02). */
export function CustomerDevices({ devices, row: customer, onDone }: CustomerDevicesProps) {
  const { text } = useTexts();
  const navigate = useNavigate();
  const mayAdd = useMayWrite(devices);
  const [selected, select] = useState<Device | null>(null);
  const title = text('customer.devicesOf', { name: customer.name });
  const resource = useMemo(
    (): Resource<Device> => ({
      title: 'device.title',
      path: devices.path,
      query: { customerId: String(customer.id) },
      schema: devices.schema,
      nameOf: devices.nameOf,
      columns: devices.columns.filter(({ key }) => !hiddenColumns.has(key)),
      mapIdOf: ({ id }) => id,
    }),
    [customer.id, devices],
  );
  return (
    <section className={view.view} aria-label={title}>
      <h2 className={view.title}>{title}</h2>
      <div className={view.part}>
        {mayAdd && <AddDevice customer={customer} />}
        <ResourceList
          resource={resource}
          mayWrite={false}
          selected={selected}
          onSelect={select}
          onOpen={() => {}}
          onRemove={() => {}}
          onShowOnMap={(deviceId) => navigate(`/admin/events/devices/${deviceId}`)}
        />
      </div>
      <footer className={view.foot}>
        <Button onClick={onDone}>{text('list.back')}</Button>
      </footer>
    </section>
  );
}
