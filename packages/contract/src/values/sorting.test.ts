import { expect, test } from 'vitest';
import { customerQuerySchema } from '../accounts/customer.ts';
import { groupQuerySchema } from '../accounts/group.ts';
import { userQuerySchema } from '../accounts/user.ts';
import { commandQuerySchema } from '../devices/command.ts';
import { deviceQuerySchema } from '../devices/device.ts';
import { postalCodeAddressSchema, postalCodeParamsSchema } from '../providers/address.ts';
import { calendarQuerySchema } from '../rules/calendar.ts';
import { computedAttributeQuerySchema } from '../rules/computed-attribute.ts';
import { driverQuerySchema } from '../rules/driver.ts';
import { geofenceQuerySchema } from '../rules/geofence.ts';
import { maintenanceQuerySchema } from '../rules/maintenance.ts';
import { notificationQuerySchema } from '../rules/notification.ts';
import { sinisterQuerySchema } from '../sinisters/sinister.ts';

const lists = {
  ...{ calendarQuerySchema, commandQuerySchema, computedAttributeQuerySchema, customerQuerySchema },
  ...{ deviceQuerySchema, driverQuerySchema, geofenceQuerySchema, groupQuerySchema },
  ...{ maintenanceQuerySchema, notificationQuerySchema, sinisterQuerySchema, userQuerySchema },
};

test.each(Object.entries(lists))('[LIST-07] %s takes its own columns and no others', (_name, schema) => {
  for (const sort of schema.shape.sort.unwrap().options) {
    for (const order of [undefined, 'asc', 'desc']) {
      expect(schema.safeParse({ sort, order }).success, `${sort} ${order}`).toBe(true);
    }
  }
  for (const wrong of [{ sort: 'password' }, { sort: '' }, { sort: ['name'] }, { order: 'ASC' }]) {
    expect(schema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  }
  expect(schema.safeParse({}).success).toBe(true);
});

test('[CUS-01] a postal code has eight digits, with its hyphen or without', () => {
  for (const cep of ['60311280', '60311-280'])
    expect(postalCodeParamsSchema.safeParse({ cep }).success).toBe(true);
  for (const cep of ['6031128', '603112800', '60311 280', '6031-1280', 'abcdefgh', '']) {
    expect(postalCodeParamsSchema.safeParse({ cep }).success, cep).toBe(false);
  }
  expect(postalCodeAddressSchema.safeParse({ street: '', neighborhood: '', city: 'Russas' }).success).toBe(
    false,
  );
});
