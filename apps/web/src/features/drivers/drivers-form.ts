import type { Driver, DriverInput } from '@atalaia/contract/rules/driver';
import { z } from 'zod';
import { ownAttributes } from '../../resources/attributes/own-attributes.ts';
import { requiredText } from '../../resources/form/field-values.ts';
import type { FormDefinition } from '../../resources/form/form-definition.ts';

const attributes = ownAttributes('driver');

const schema = z.object({
  name: requiredText('driver.nameRequired'),
  uniqueId: requiredText('driver.uniqueIdRequired'),
  attributes: attributes.schema,
});

export type DriverValues = z.infer<typeof schema>;

/** Someone who drives, and what a tracker reads from his card or key (DRV-01). */
export const driverForm: FormDefinition<Driver, DriverValues> = {
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
