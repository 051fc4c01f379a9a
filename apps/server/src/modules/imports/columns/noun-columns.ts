import type { ImportNoun } from '@atalaia/contract/reports/import';
import type { PhraseKey } from '@atalaia/phrases/phrases';
import { customerColumns } from './customer-columns.ts';
import { deviceColumns } from './device-columns.ts';
import type { ImportColumn, ImportPart } from './import-column.ts';

/** What is imported of each noun. */
export interface NounColumns {
  readonly columns: readonly ImportColumn[];
  readonly title: PhraseKey;
  /** The column whose text marks the example row, and that text: the row is skipped, wherever it is. */
  readonly mark: { readonly path: string; readonly text: PhraseKey };
}

/** What a person fills in of a user whom his customer's row names; he sets his password by an invitation. */
const userColumns: readonly ImportColumn[] = [
  { path: 'name', title: 'user.name', kind: 'text', required: true, example: 'Maria Souza' },
  { path: 'email', title: 'user.email', kind: 'text', required: true, example: 'maria@exemplo.com.br' },
  { path: 'phone', title: 'user.phone', kind: 'text', example: '85999990000' },
  { path: 'readonly', title: 'user.readonly', kind: 'flag' },
  { path: 'deviceReadonly', title: 'user.deviceReadonly', kind: 'flag' },
  { path: 'limitCommands', title: 'user.limitCommands', kind: 'flag' },
  { path: 'disabled', title: 'user.disabled', kind: 'flag' },
  { path: 'expirationTime', title: 'user.expirationTime', kind: 'date' },
];

/** By what each is found again: in the file, and among what is there. */
export const keyPaths = { customer: 'cpfCnpj', device: 'uniqueId', user: 'email' } as const;

const partOf = (part: ImportPart, columns: readonly ImportColumn[]): readonly ImportColumn[] =>
  columns.map(({ required = false, ...column }) => ({ ...column, part, requiredOfNew: required }));

/** The columns of a row that is a customer, his device and his user. */
const baseColumns: readonly ImportColumn[] = [
  ...partOf(
    'customer',
    customerColumns.map((column) =>
      column.path === 'name' ? { ...column, example: 'Maria Souza' } : column,
    ),
  ),
  // whose it is, the row says
  ...partOf(
    'device',
    deviceColumns.filter(({ path }) => path !== 'customerId'),
  ),
  ...partOf('user', userColumns),
];

export const nounColumns: Readonly<Record<ImportNoun, NounColumns>> = {
  devices: {
    columns: deviceColumns,
    title: 'device.title',
    mark: { path: 'uniqueId', text: 'import.exampleDevice' },
  },
  customers: {
    columns: customerColumns,
    title: 'customer.title',
    mark: { path: 'name', text: 'import.exampleCustomer' },
  },
  base: {
    columns: baseColumns,
    title: 'customer.title',
    mark: { path: 'uniqueId', text: 'import.exampleDevice' },
  },
};
