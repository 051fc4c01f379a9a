import { type Customer, customerSchema } from '@atalaia/contract/customer';
import { Pill, type Tone } from '../../../ui/layout/pill.tsx';
import type { Register } from '../register.ts';

const tones: Readonly<Record<Customer['status'], Tone>> = {
  active: 'online',
  trial: 'ignition',
  frozen: 'unknown',
  inactive: 'offline',
};

export const customers: Register<Customer> = {
  title: 'customer.title',
  path: 'customers',
  schema: customerSchema,
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: 'customer.name', cell: ({ name }) => name },
    { key: 'document', title: 'customer.cpfCnpj', muted: true, cell: ({ cpfCnpj }) => cpfCnpj },
    { key: 'city', title: 'customer.city', cell: ({ city, state }) => `${city} · ${state}` },
    { key: 'phone', title: 'customer.phone', muted: true, cell: ({ phone }) => phone },
    {
      key: 'category',
      title: 'customer.category',
      cell: ({ category }, { text }) => text(`customerCategory.${category}`),
    },
    {
      key: 'status',
      title: 'customer.status',
      cell: ({ status }, { text }) => <Pill tone={tones[status]}>{text(`customerStatus.${status}`)}</Pill>,
    },
  ],
};
