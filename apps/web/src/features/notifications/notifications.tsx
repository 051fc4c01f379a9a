import { type Notification, notificationSchema } from '@atalaia/contract/rules/notification';
import type { Resource } from '../../resources/resource.ts';
import { type NotificationValues, notificationsForm } from './notifications-form.ts';

/** Keys of a list with commas, each in words. */
const asText = (keys: string | null | undefined, say: (key: string) => string) =>
  (keys ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean)
    .map(say)
    .join(', ');

export const notifications: Resource<Notification, NotificationValues> = {
  title: 'notification.title',
  path: 'notifications',
  // clients and fleets keep their own, for their own vehicles
  isOwn: true,
  schema: notificationSchema,
  nameOf: ({ type }, { textOr }) => textOr(`eventType.${type}`, type),
  columns: [
    {
      key: 'type',
      title: 'notification.type',
      sort: 'type',
      cell: ({ type }, { textOr }) => textOr(`eventType.${type}`, type),
    },
    {
      key: 'alarms',
      title: 'notification.alarms',
      sort: 'alarms',
      muted: true,
      cell: ({ type, attributes }, { text, textOr }) =>
        type === 'alarm' && !attributes.alarms
          ? text('notification.allAlarms')
          : asText(attributes.alarms, (key) => textOr(`alarm.${key}`, key)),
    },
    {
      key: 'channels',
      title: 'notification.notificators',
      sort: 'notificators',
      cell: ({ notificators }, { textOr }) =>
        asText(notificators, (key) => textOr(`notificator.${key}`, key)),
    },
    {
      key: 'always',
      title: 'notification.always',
      sort: 'always',
      cell: ({ always }, { text }) => text(always ? 'value.yes' : 'value.no'),
    },
  ],
  form: notificationsForm,
};
