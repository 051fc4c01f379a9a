import { type Driver, driverSchema } from '@atalaia/contract/driver';
import type { Register } from '../register.ts';

export const drivers: Register<Driver> = {
  title: 'driver.title',
  path: 'drivers',
  schema: driverSchema,
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: 'driver.name', cell: ({ name }) => name },
    { key: 'uniqueId', title: 'driver.uniqueId', muted: true, cell: ({ uniqueId }) => uniqueId },
  ],
};
