import {
  customerCategorySchema,
  customerStatusSchema,
  customerTypeSchema,
} from '@atalaia/contract/accounts/customer';
import { states } from '@atalaia/domain/catalog/states';
import { isCep, isPhone, normaliseCep, normalisePhone } from '@atalaia/domain/documents/mask';
import type { ImportColumn } from './import-column.ts';

const phoneDigits = (text: string) => (isPhone(text) ? normalisePhone(text) : text);
const cepDigits = (text: string) => (isCep(text) ? normaliseCep(text) : text);

/** Every field of a customer that a person fills in (CUS-01). Without a type it follows from the document. */
export const customerColumns: readonly ImportColumn[] = [
  { path: 'name', title: 'customer.name', kind: 'text', required: true },
  {
    path: 'cpfCnpj',
    title: 'customer.cpfCnpj',
    kind: 'document',
    required: true,
    example: '529.982.247-25',
  },
  {
    path: 'type',
    title: 'customer.type',
    kind: 'choice',
    choices: customerTypeSchema.options.map((value) => ({ value, name: `customer.type${value}` })),
    example: 'F',
  },
  { path: 'groupId', title: 'customer.group', kind: 'group' },
  { path: 'street', title: 'customer.street', kind: 'text', required: true, example: 'Rua das Flores' },
  { path: 'number', title: 'customer.number', kind: 'text', required: true, example: '77' },
  { path: 'complement', title: 'customer.complement', kind: 'text' },
  { path: 'neighborhood', title: 'customer.neighborhood', kind: 'text', required: true, example: 'Centro' },
  { path: 'city', title: 'customer.city', kind: 'text', required: true, example: 'Fortaleza' },
  {
    path: 'state',
    title: 'customer.state',
    kind: 'choice',
    required: true,
    choices: states.map((value) => ({ value, name: `state.${value}` })),
    example: 'CE',
  },
  {
    path: 'postalCode',
    title: 'customer.postalCode',
    kind: 'text',
    required: true,
    tidy: cepDigits,
    example: '60311-280',
  },
  {
    path: 'phone',
    title: 'customer.phone',
    kind: 'text',
    required: true,
    tidy: phoneDigits,
    example: '(85) 3333-4444',
  },
  { path: 'cellphone', title: 'customer.cellphone', kind: 'text', tidy: phoneDigits },
  {
    path: 'notificationEmail',
    title: 'customer.notificationEmail',
    kind: 'text',
    required: true,
    example: 'cliente@exemplo.com.br',
  },
  { path: 'secondaryEmail', title: 'customer.secondaryEmail', kind: 'text' },
  {
    path: 'category',
    title: 'customer.category',
    kind: 'choice',
    required: true,
    choices: customerCategorySchema.options.map((value) => ({ value, name: `customerCategory.${value}` })),
    example: 'client',
  },
  {
    path: 'status',
    title: 'customer.status',
    kind: 'choice',
    required: true,
    choices: customerStatusSchema.options.map((value) => ({ value, name: `customerStatus.${value}` })),
    example: 'active',
  },
  { path: 'notes', title: 'customer.notes', kind: 'long-text', most: 10_000 },
  { path: 'disabled', title: 'customer.disabled', kind: 'flag' },
  { path: 'registrationDate', title: 'customer.registrationDate', kind: 'date' },
  { path: 'expirationDate', title: 'customer.expirationDate', kind: 'date', example: '31/12/2030' },
  { path: 'invoiceDay', title: 'customer.invoiceDay', kind: 'day', example: 10 },
];
