import { type Customer, customerSchema } from '@atalaia/contract/customer';
import { formatAnyDocument } from '@atalaia/domain/documents/customer-document';
import { phoneMask } from '../../../lib/formats/phone-mask.ts';
import { Pill, type Tone } from '../../../ui/layout/pill.tsx';
import { CustomerDevices } from '../customers/customer-devices.tsx';
import { customerForm } from '../customers/customer-form.ts';
import type { CustomerValues } from '../customers/customer-values.ts';
import { importCustomersTool } from '../import/import-tool.tsx';
import { unmatchedTool } from '../payments/unmatched-tool.tsx';
import type { Register } from '../register.ts';

const tones: Readonly<Record<Customer['status'], Tone>> = {
  active: 'online',
  trial: 'ignition',
  frozen: 'unknown',
  inactive: 'offline',
};

export const customers: Register<Customer, CustomerValues> = {
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
  tools: [importCustomersTool, unmatchedTool],
  views: [
    { key: 'devices', label: 'customer.showDevices', writes: false, wide: true, View: CustomerDevices },
  ],
};
