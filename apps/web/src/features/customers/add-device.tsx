import type { Customer } from '@atalaia/contract/accounts/customer';
import { deviceSchema } from '@atalaia/contract/devices/device';
import { mdiPlus } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { failureText, statusText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { readRow, type StoredRow, saveRow } from '../../resources/api/save-row.ts';
import { ReferenceField } from '../../resources/form/reference-field.tsx';
import { Button } from '../../ui/button/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import classes from './customer-devices.module.css';

const place = { path: 'devices', schema: deviceSchema };

/** Gives a device that is registered already to a customer; whose it was until then is said first. */
export function AddDevice({ customer }: { readonly customer: Customer }) {
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
