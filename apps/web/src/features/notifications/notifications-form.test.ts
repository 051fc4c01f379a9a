import { type Notification, notificationInputSchema } from '@atalaia/contract/rules/notification';
import { expect, test } from 'vitest';
import type { FormContext } from '../../resources/form/form-definition.ts';
import { notificationsForm as form } from './notifications-form.ts';

const context = {} as FormContext;
const stored: Notification = {
  id: 4,
  type: 'alarm',
  always: true,
  notificators: 'web, mail',
  calendarId: 2,
  description: null,
  commandId: 0,
  attributes: { alarms: 'sos,tow', other: 1 },
};

test('[NOT-01] a type is required, channels and alarms are joined by comma', () => {
  const empty = form.valuesOf(undefined, context);
  const refused = form.schema(context, undefined).safeParse(empty).error?.issues;
  expect(refused?.map(({ message }) => message)).toEqual(['notification.typeRequired']);

  const values = { ...empty, type: 'alarm', alarms: ['sos', 'powerCut'], notificators: ['web', 'sms'] };
  const input = form.inputOf(values, undefined, context);
  expect(input).toEqual({
    type: 'alarm',
    always: false,
    notificators: 'web,sms',
    calendarId: 0,
    description: null,
    attributes: { alarms: 'sos,powerCut' },
  });
  expect(notificationInputSchema.safeParse(input).success).toBe(true);
});

test('[NOT-01] a notification of alarms without one is for every alarm', () => {
  const values = form.valuesOf({ ...stored, attributes: {} }, context);
  expect(form.schema(context, stored).safeParse(values).success).toBe(true);
  expect(form.inputOf(values, { ...stored, attributes: {} }, context)).toMatchObject({ attributes: {} });
});

test('[NOT-01] the alarms are those of type alarm alone: another type sends none', () => {
  const alarmsField = form.sections.flatMap(({ fields }) => fields).find(({ name }) => name === 'alarms');
  const values = form.valuesOf(stored, context);
  expect(values).toMatchObject({ alarms: ['sos', 'tow'], notificators: ['web', 'mail'], calendarId: '2' });
  expect(alarmsField?.when?.(values, context)).toBe(true);

  const other = { ...values, type: 'ignitionOn' };
  expect(alarmsField?.when?.(other, context)).toBe(false);
  expect(form.inputOf(other, stored, context)).toMatchObject({ attributes: { other: 1 } });
  expect(form.inputOf(other, stored, context)).not.toHaveProperty('attributes.alarms');
  expect(form.inputOf(values, stored, context)).toMatchObject({
    notificators: 'web,mail',
    attributes: { alarms: 'sos,tow', other: 1 },
  });
});
