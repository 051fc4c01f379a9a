import { type Notification, notificationSchema } from '@atalaia/contract/rules/notification';
import { mdiBellOutline, mdiBellSleepOutline } from '@mdi/js';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useSnoozeOf, useSnoozing } from '../../lib/notifications/use-notification-choices.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { Resource, RowViewProps } from '../../resources/resource.ts';
import { Button } from '../../ui/button/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { type NotificationValues, notificationsForm } from './notifications-form.ts';
import classes from './notificators-field.module.css';

/** Keys of a list with commas, each in words. */
const asText = (keys: string | null | undefined, say: (key: string) => string) =>
  (keys ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean)
    .map(say)
    .join(', ');

/** Of the person who looks: another one of it is told all the same. */
function SnoozeCell({ id }: { readonly id: number }) {
  const formats = useFormats();
  const until = useSnoozeOf(id);
  return until ? formats.dateTime(until) : null;
}

function SnoozeView({ row, onDone }: RowViewProps<Notification>) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const until = useSnoozeOf(row.id);
  const snoozing = useSnoozing(toasts.show);
  return (
    <div className={classes.snooze}>
      <h2>{text('notification.snoozeOf', { name: textOr(`eventType.${row.type}`, row.type) })}</h2>
      <p>
        {until
          ? text('notification.snoozedUntil', { time: formats.dateTime(until) })
          : text('notification.snoozeHint')}
      </p>
      <Button
        kind="primary"
        icon={until ? mdiBellOutline : mdiBellSleepOutline}
        busy={snoozing.isPending}
        onClick={() => snoozing.mutate({ id: row.id, on: until === undefined }, { onSuccess: onDone })}
      >
        {text(until ? 'notification.snoozeEnd' : 'events.snooze')}
      </Button>
    </div>
  );
}

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
      optional: 620,
      cell: ({ type, attributes }, { text, textOr }) =>
        type === 'alarm' && !attributes.alarms
          ? text('notification.allAlarms')
          : asText(attributes.alarms, (key) => textOr(`alarm.${key}`, key)),
    },
    {
      key: 'channels',
      title: 'notification.notificators',
      sort: 'notificators',
      width: 110,
      cell: ({ notificators }, { textOr }) =>
        asText(notificators, (key) => textOr(`notificator.${key}`, key)),
    },
    {
      key: 'always',
      title: 'notification.always',
      sort: 'always',
      optional: 860,
      cell: ({ always }, { text }) => text(always ? 'value.yes' : 'value.no'),
    },
    {
      key: 'snooze',
      title: 'notification.snoozeColumn',
      muted: true,
      optional: 420,
      cell: ({ id }) => <SnoozeCell id={id} />,
    },
  ],
  views: [{ key: 'snooze', label: 'notification.snooze', writes: false, View: SnoozeView }],
  form: notificationsForm,
};
