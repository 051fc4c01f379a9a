import { type Maintenance, maintenanceSchema } from '@atalaia/contract/rules/maintenance';
import type { Formats } from '../../lib/formats/formats.ts';
import type { Resource } from '../../resources/resource.ts';
import { type MaintenanceValues, maintenancesForm } from './maintenances-form.ts';

/** In the unit of what it counts. */
const measure = (type: string, value: number, formats: Formats) =>
  formats.attribute(type, value) ?? formats.count(value);

export const maintenances: Resource<Maintenance, MaintenanceValues> = {
  title: 'maintenance.title',
  path: 'maintenance',
  schema: maintenanceSchema,
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: 'maintenance.name', sort: 'name', cell: ({ name }) => name },
    {
      key: 'type',
      title: 'maintenance.type',
      sort: 'type',
      cell: ({ type }, { textOr }) => textOr(`attribute.${type}`, type),
    },
    {
      key: 'start',
      title: 'maintenance.start',
      sort: 'start',
      cell: ({ type, start }, { formats }) => measure(type, start, formats),
    },
    {
      key: 'period',
      title: 'maintenance.period',
      sort: 'period',
      cell: ({ type, period }, { formats }) => measure(type, period, formats),
    },
  ],
  form: maintenancesForm,
};
