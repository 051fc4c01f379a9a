import type { Customer } from '@atalaia/contract/accounts/customer';
import type { Device } from '@atalaia/contract/devices/device';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { ResourceList } from '../../resources/list/resource-list.tsx';
import type { Resource, RowViewProps } from '../../resources/resource.ts';
import { useMayWrite } from '../../resources/use-may-write.ts';
import { Button } from '../../ui/button/button.tsx';
import { AddDevice } from './add-device.tsx';
import classes from './customer-devices.module.css';

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
    <section className={classes.view} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <div className={classes.part}>
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
      <footer className={classes.foot}>
        <Button onClick={onDone}>{text('list.back')}</Button>
      </footer>
    </section>
  );
}
