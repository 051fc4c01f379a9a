import { type Driver, driverSchema } from '@atalaia/contract/rules/driver';
import type { Resource } from '../../resources/resource.ts';
import { type DriverValues, driverForm } from './drivers-form.ts';

export const drivers: Resource<Driver, DriverValues> = {
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
