import { categories } from '@atalaia/domain/catalog/categories';
import { normalisePlate } from '@atalaia/domain/documents/plate';
import type { ImportColumn } from './import-column.ts';

/** Every field of a device that a person fills in (DEV-01), in the order of the form. */
export const deviceColumns: readonly ImportColumn[] = [
  { path: 'name', title: 'device.name', kind: 'text', required: true, example: 'Fiorino 12' },
  { path: 'uniqueId', title: 'device.uniqueId', kind: 'text', required: true, most: 128 },
  { path: 'groupId', title: 'device.group', kind: 'group' },
  { path: 'customerId', title: 'device.customer', kind: 'customer' },
  {
    path: 'category',
    title: 'device.category',
    kind: 'choice',
    choices: categories.map((value) => ({ value, name: `category.${value}` })),
    example: 'van',
  },
  { path: 'disabled', title: 'device.disabled', kind: 'flag', example: false },
  { path: 'phone', title: 'device.phone', kind: 'text', example: '85999990000' },
  { path: 'model', title: 'device.model', kind: 'text', example: 'ST310U' },
  { path: 'contact', title: 'device.contact', kind: 'text' },
  attribute('plate', { tidy: normalisePlate, example: 'BRA2E19' }),
  attribute('year', { kind: 'year', example: 2024 }),
  attribute('vehicleModel', { example: 'Fiorino' }),
  attribute('fuelType'),
  attribute('fuelConsumption', { kind: 'number', example: 11.5 }),
  attribute('manufacturer', { example: 'Fiat' }),
  attribute('color'),
  attribute('renavam'),
  attribute('chassi'),
  attribute('modelYear'),
  attribute('vehicleType'),
  attribute('species'),
  attribute('registrationCity'),
  attribute('registrationState'),
  attribute('devicePassword'),
  attribute('speedLimit', { kind: 'speed', example: 80 }),
  attribute('installationLocation'),
  attribute('technician'),
  attribute('cc_email'),
  attribute('m2mProvider'),
  attribute('iccid', { example: '89550000000000000001' }),
  attribute('ignoreOdometer', { kind: 'flag' }),
  attribute('timezone', { kind: 'timezone', example: 'America/Fortaleza' }),
];

type DeviceAttribute =
  | 'plate'
  | 'year'
  | 'vehicleModel'
  | 'fuelType'
  | 'fuelConsumption'
  | 'manufacturer'
  | 'color'
  | 'renavam'
  | 'chassi'
  | 'modelYear'
  | 'vehicleType'
  | 'species'
  | 'registrationCity'
  | 'registrationState'
  | 'devicePassword'
  | 'speedLimit'
  | 'installationLocation'
  | 'technician'
  | 'cc_email'
  | 'm2mProvider'
  | 'iccid'
  | 'ignoreOdometer'
  | 'timezone';

function attribute(name: DeviceAttribute, more: Partial<ImportColumn> = {}): ImportColumn {
  return { path: `attributes.${name}`, title: `device.${name}`, kind: 'text', ...more };
}
