import { type Maintenance, maintenanceSchema } from '@atalaia/contract/maintenance';
import type { Formats } from '../../../lib/formats/formats.ts';
import type { Register } from '../register.ts';

/** In the unit of what it counts: metres and milliseconds in words a person uses, others as they are. */
function measure(type: string, value: number, formats: Formats): string {
  if (/distance|odometer/i.test(type)) return formats.distance(value);
  return type === 'hours' ? formats.hours(value) : String(value);
}

export const maintenances: Register<Maintenance> = {
  title: 'maintenance.title',
  path: 'maintenance',
  schema: maintenanceSchema,
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: 'maintenance.name', cell: ({ name }) => name },
    {
      key: 'type',
      title: 'maintenance.type',
      cell: ({ type }, { textOr }) => textOr(`attribute.${type}`, type),
    },
    {
      key: 'start',
      title: 'maintenance.start',
      cell: ({ type, start }, { formats }) => measure(type, start, formats),
    },
    {
      key: 'period',
      title: 'maintenance.period',
      cell: ({ type, period }, { formats }) => measure(type, period, formats),
    },
  ],
};
