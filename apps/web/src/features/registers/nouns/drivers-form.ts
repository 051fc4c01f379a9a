import type { Driver, DriverInput } from '@atalaia/contract/driver';
import { z } from 'zod';
import { requiredText } from '../form/field-values.ts';
import type { RegisterForm } from '../form/register-form.ts';

const schema = z.object({
  name: requiredText('driver.nameRequired'),
  uniqueId: requiredText('driver.uniqueIdRequired'),
});

type DriverValues = z.infer<typeof schema>;

export const driverForm: RegisterForm<Driver, DriverValues> = {
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
  ],
  valuesOf: (driver) => ({ name: driver?.name ?? '', uniqueId: driver?.uniqueId ?? '' }),
  inputOf: (values, driver): DriverInput => ({ ...values, attributes: driver?.attributes ?? {} }),
};
