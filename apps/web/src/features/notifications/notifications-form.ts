import type { Notification } from '@atalaia/contract/rules/notification';
import { alarms, alarmsOf } from '@atalaia/domain/catalog/alarms';
import { z } from 'zod';
import { referenceIn, requiredText, textOf, textOfReference } from '../../resources/form/field-values.ts';
import type { FormDefinition } from '../../resources/form/form-definition.ts';
import { NotificationTypeField, NotificatorsField } from './notificators-field.tsx';

export interface NotificationValues {
  type: string;
  /** Only of the type `alarm`. */
  alarms: string[];
  always: boolean;
  notificators: string[];
  calendarId: string;
  description: string;
}

const isAlarm = ({ type }: Pick<NotificationValues, 'type'>) => type === 'alarm';

const valuesSchema = z.object({
  type: requiredText('notification.typeRequired'),
  alarms: z.array(z.string()),
  always: z.boolean(),
  notificators: z.array(z.string()),
  calendarId: z.string(),
  description: z.string().max(255),
});

export const notificationsForm: FormDefinition<Notification, NotificationValues> = {
  titles: { add: 'notification.new', edit: 'notification.edit' },
  sections: [
    {
      title: 'notification.what',
      fields: [
        {
          name: 'type',
          label: 'notification.type',
          kind: 'custom',
          Field: NotificationTypeField,
          required: true,
          valueText: (type, { textOr }) => textOr(`eventType.${type}`, String(type)),
        },
        { name: 'description', label: 'notification.description', kind: 'text', wide: true },
        {
          name: 'alarms',
          label: 'notification.alarms',
          kind: 'several',
          wide: true,
          options: ({ textOr }) => alarms.map((value) => ({ value, label: textOr(`alarm.${value}`, value) })),
          when: isAlarm,
          hint: 'notification.alarmsHint',
          valueText: (keys, { textOr }) =>
            (keys as readonly string[]).map((key) => textOr(`alarm.${key}`, key)).join(', '),
        },
        {
          name: 'always',
          label: 'notification.always',
          kind: 'switch',
          hint: 'notification.alwaysHint',
          wide: true,
        },
        {
          name: 'calendarId',
          label: 'notification.calendar',
          kind: 'reference',
          path: 'calendars',
          hint: 'notification.calendarHint',
          wide: true,
        },
      ],
    },
    {
      title: 'notification.how',
      fields: [
        {
          name: 'notificators',
          label: 'notification.notificators',
          kind: 'custom',
          Field: NotificatorsField,
          warning: ({ notificators }) => (notificators.length === 0 ? 'notification.noChannels' : undefined),
          valueText: (keys, { textOr }) =>
            (keys as readonly string[]).map((key) => textOr(`notificator.${key}`, key)).join(', '),
        },
      ],
    },
  ],
  schema: () => valuesSchema,
  valuesOf: (notification) => ({
    type: textOf(notification?.type),
    alarms: [...alarmsOf(notification?.attributes.alarms)],
    always: notification?.always ?? false,
    notificators: [...alarmsOf(notification?.notificators)],
    calendarId: textOfReference(notification?.calendarId),
    description: textOf(notification?.description),
  }),
  inputOf: (values, notification) => {
    const { alarms: _, ...others } = notification?.attributes ?? {};
    return {
      type: values.type,
      always: values.always,
      notificators: values.notificators.join(','),
      calendarId: referenceIn(values.calendarId),
      description: values.description.trim() || null,
      attributes: {
        ...others,
        ...(isAlarm(values) && values.alarms.length > 0 && { alarms: values.alarms.join(',') }),
      },
    };
  },
};
