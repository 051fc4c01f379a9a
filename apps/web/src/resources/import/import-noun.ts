import type { ImportNoun } from '@atalaia/contract/reports/import';
import type { TextKey } from '../../lib/texts/texts.ts';

interface NounLabels {
  readonly title: TextKey;
  /** Said once it is done. */
  readonly done: TextKey;
  /** What the template is saved as. */
  readonly templateName: string;
}

export const importNouns: Readonly<Record<ImportNoun, NounLabels>> = {
  devices: {
    title: 'import.devices',
    done: 'import.doneDevices',
    templateName: 'modelo-dispositivos.xlsx',
  },
  customers: {
    title: 'import.customers',
    done: 'import.doneCustomers',
    templateName: 'modelo-clientes.xlsx',
  },
};
