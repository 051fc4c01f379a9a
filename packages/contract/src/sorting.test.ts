import { expect, test } from 'vitest';
import { calendarQuerySchema } from './calendar.ts';
import { commandQuerySchema } from './command.ts';
import { computedAttributeQuerySchema } from './computed-attribute.ts';
import { customerQuerySchema } from './customer.ts';
import { deviceQuerySchema } from './device.ts';
import { driverQuerySchema } from './driver.ts';
import { geofenceQuerySchema } from './geofence.ts';
import { groupQuerySchema } from './group.ts';
import { maintenanceQuerySchema } from './maintenance.ts';
import { notificationQuerySchema } from './notification.ts';
import { postalCodeAddressSchema, postalCodeParamsSchema } from './postal-code.ts';
import { sinisterQuerySchema } from './sinister.ts';
import { userQuerySchema } from './user.ts';

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
