import type { ImportNoun } from '@atalaia/contract/reports/import';
import type { PhraseKey } from '@atalaia/phrases/phrases';
import { customerColumns } from './customer-columns.ts';
import { deviceColumns } from './device-columns.ts';
import type { ImportColumn } from './import-column.ts';

/** What is imported of each noun. */
export interface NounColumns {
  readonly columns: readonly ImportColumn[];
  readonly title: PhraseKey;
  /** The column whose text marks the example row, and that text: the row is skipped, wherever it is. */
  readonly mark: { readonly path: string; readonly text: PhraseKey };
}

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
};
