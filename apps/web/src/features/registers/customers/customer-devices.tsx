import type { Customer } from '@atalaia/contract/customer';
import type { Device } from '@atalaia/contract/device';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { RegisterList } from '../components/register-list.tsx';
import { devices } from '../nouns/devices.tsx';
import type { Register, RowViewProps } from '../register.ts';
import { useMayWrite } from '../use-may-write.ts';
import { AddDevice } from './add-device.tsx';
import classes from './customer-devices.module.css';

/** What a narrow table of one customer's devices has no room for. */
const leftOut: ReadonlySet<string> = new Set(['customer']);

/** The devices of one customer: found on the map from here, and more can be given to him (CUS-02). */
export function CustomerDevices({ row: customer, onDone }: RowViewProps<Customer>) {
  const { text } = useTexts();
  const navigate = useNavigate();
  const mayAdd = useMayWrite(devices as Pick<Register<never>, 'lockedFor'>);
  const [selected, select] = useState<Device | null>(null);
  const title = text('customer.devicesOf', { name: customer.name });
  const register = useMemo(
    (): Register<Device> => ({
      title: 'device.title',
      path: devices.path,
      query: { customerId: String(customer.id) },
      schema: devices.schema,
      nameOf: devices.nameOf,
      columns: devices.columns.filter(({ key }) => !leftOut.has(key)),
      deviceOf: ({ id }) => id,
    }),
    [customer.id],
  );
  return (
    <section className={classes.view} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <div className={classes.part}>
        {mayAdd && <AddDevice customer={customer} />}
        <RegisterList
          register={register}
          mayWrite={false}
          selected={selected}
          onSelect={select}
          onOpen={() => {}}
          onRemove={() => {}}
          onDevice={(deviceId) => navigate(`/admin/events/devices/${deviceId}`)}
        />
      </div>
      <footer className={classes.foot}>
        <Button onClick={onDone}>{text('list.back')}</Button>
      </footer>
    </section>
  );
}
