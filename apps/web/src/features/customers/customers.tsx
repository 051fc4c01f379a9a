import { type Customer, customerSchema } from '@atalaia/contract/accounts/customer';
import { formatAnyDocument } from '@atalaia/domain/documents/customer-document';
import { mdiLinkVariant } from '@mdi/js';
import { useState } from 'react';
import { phoneMask } from '../../lib/formats/phone-mask.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { useResourceFormContext } from '../../resources/form/use-resource-form-context.ts';
import { importTool } from '../../resources/import/import-tool.tsx';
import type { ListTool, ListToolProps, Resource } from '../../resources/resource.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { Pill, type Tone } from '../../ui/layout/pill.tsx';
import { Dialog } from '../../ui/window/dialog.tsx';
import { customerForm } from './customer-form.ts';
import type { CustomerValues } from './customer-values.ts';
import { paymentProviderOf } from './payments/payment-link.ts';
import { UnmatchedView } from './payments/unmatched-view.tsx';

/** Customers who have no other at the payment provider, for people whose account names one (PAY-01). */
const unmatchedTool: ListTool = {
  key: 'unmatched',
  writes: true,
  render: (props) => <UnmatchedTool {...props} />,
};

function UnmatchedTool({ onChanged }: ListToolProps) {
  const { text } = useTexts();
  const person = useResourceFormContext()?.person;
  const [opened, setOpened] = useState(false);
  if (!person || paymentProviderOf(person) === undefined) return null;
  const close = () => {
    setOpened(false);
    onChanged();
  };
  const title = text('payment.unmatched');
  return (
    <>
      <IconButton outlined size={34} name={title} icon={mdiLinkVariant} onClick={() => setOpened(true)} />
      {opened && (
        <Dialog opened width={1040} title={title} closeLabel={text('action.close')} onClose={close}>
          <UnmatchedView />
        </Dialog>
      )}
    </>
  );
}

const tones: Readonly<Record<Customer['status'], Tone>> = {
  active: 'online',
  trial: 'ignition',
  frozen: 'unknown',
  inactive: 'offline',
};

export const customers = {
  title: 'customer.title',
  path: 'customers',
  schema: customerSchema,
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: 'customer.name', sort: 'name', cell: ({ name }) => name },
    {
      key: 'document',
      title: 'customer.cpfCnpj',
      sort: 'cpfCnpj',
      muted: true,
      cell: ({ cpfCnpj }) => formatAnyDocument(cpfCnpj),
    },
    {
      key: 'city',
      title: 'customer.city',
      sort: 'city',
      cell: ({ city, state }) => [city, state].filter(Boolean).join(' · '),
    },
    {
      key: 'phone',
      title: 'customer.phone',
      sort: 'phone',
      muted: true,
      cell: ({ phone }) => phoneMask.show(phone),
    },
    {
      key: 'category',
      title: 'customer.category',
      sort: 'category',
      cell: ({ category }, { text }) => text(`customerCategory.${category}`),
    },
    {
      key: 'status',
      title: 'customer.status',
      sort: 'status',
      cell: ({ status, disabled }, { text }) =>
        disabled ? (
          <Pill tone="offline">{text('customer.disabled')}</Pill>
        ) : (
          <Pill tone={tones[status]}>{text(`customerStatus.${status}`)}</Pill>
        ),
    },
  ],
  form: customerForm,
  tools: [
    importTool({
      path: 'imports/customers',
      title: 'import.customers',
      done: 'import.doneCustomers',
      templateName: 'modelo-clientes.xlsx',
    }),
    unmatchedTool,
  ],
  removal: {
    moveTo: 'removal.customer.moveTo',
    choices: {
      device: {
        detach: 'removal.customer.detach',
        move: 'removal.customer.move',
        delete: 'removal.device.delete',
      },
      user: {
        detach: 'removal.customer.detach',
        move: 'removal.user.move',
        delete: 'removal.user.delete',
      },
    },
  },
} satisfies Resource<Customer, CustomerValues>;
