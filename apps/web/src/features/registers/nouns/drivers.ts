import { type Driver, driverSchema } from '@atalaia/contract/driver';
import type { Register } from '../register.ts';
import { type DriverValues, driverForm } from './drivers-form.ts';

export const drivers: Register<Driver, DriverValues> = {
  title: 'driver.title',
  path: 'drivers',
  schema: driverSchema,
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: 'driver.name', sort: 'name', cell: ({ name }) => name },
    {
      key: 'uniqueId',
      title: 'driver.uniqueId',
      sort: 'uniqueId',
      muted: true,
      cell: ({ uniqueId }) => uniqueId,
    },
  ],
  form: driverForm,
};
