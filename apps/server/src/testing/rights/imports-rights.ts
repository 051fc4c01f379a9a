/** Rights over imports: as over the creation of one device, of one customer. */
import { deviceWriters, type RightLine, writers } from './right-line.ts';

const rows: Readonly<Record<string, string>> = {
  devices: 'Nome;Identificador\n;\n',
  customers: 'Nome;CPF/CNPJ\n;\n',
};

const preview =
  (noun: string): NonNullable<RightLine['make']> =>
  async () => ({
    url: `/api/imports/${noun}?preview=true`,
    file: { type: 'text/csv', text: `${rows[noun]}x;1\n` },
  });

export const importsRights: readonly RightLine[] = [
  { route: 'GET /api/imports/devices/template', own: deviceWriters },
  { route: 'POST /api/imports/devices', make: preview('devices'), own: deviceWriters },
  { route: 'GET /api/imports/customers/template', own: writers },
  { route: 'POST /api/imports/customers', make: preview('customers'), own: writers },
];
