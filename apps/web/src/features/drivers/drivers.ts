import { type Driver, type DriverInput, driverSchema } from '@atalaia/contract/rules/driver';
import { z } from 'zod';
import { ownAttributes } from '../../resources/attributes/own-attributes.tsx';
import { requiredText } from '../../resources/form/field-values.ts';
import type { FormDefinition } from '../../resources/form/form-definition.ts';
import type { Resource } from '../../resources/resource.ts';

const attributes = ownAttributes('driver');

const schema = z.object({
  name: requiredText('driver.nameRequired'),
  uniqueId: requiredText('driver.uniqueIdRequired'),
  attributes: attributes.schema,
});

type DriverValues = z.infer<typeof schema>;

/** Someone who drives, and what a tracker reads from his card or key (DRV-01). */
const driverForm: FormDefinition<Driver, DriverValues> = {
  titles: { add: 'driver.new', edit: 'driver.edit' },
  schema: () => schema,
  sections: [
    {
      title: 'form.data',
      fields: [
        { kind: 'text', name: 'name', label: 'driver.name', required: true },
        {
          kind: 'text',
          name: 'uniqueId',
          label: 'driver.uniqueId',
          required: true,
          hint: 'driver.uniqueIdHint',
        },
      ],
    },
    attributes.section<Driver, DriverValues>(),
  ],
  valuesOf: (driver, context) => ({
    name: driver?.name ?? '',
    uniqueId: driver?.uniqueId ?? '',
    attributes: attributes.read(driver?.attributes, context),
  }),
  inputOf: ({ name, uniqueId, attributes: pairs }, _, context): DriverInput => ({
    name,
    uniqueId,
    attributes: attributes.write(pairs, context),
  }),
};

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
  bulk: { noun: 'driver', acts: [{ key: 'remove' }] },
};
