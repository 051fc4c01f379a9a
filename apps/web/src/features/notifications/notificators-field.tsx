/** By which channels it is sent, each with a test of its own (NOT-01). */
import type { Notification, NotificationTest, Notificator } from '@atalaia/contract/rules/notification';
import { mdiSendOutline } from '@mdi/js';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { ApiError } from '../../lib/api/api-error.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import {
  testAllNotificators,
  testNotificator,
  useNotificationTypes,
  useNotificators,
} from '../../lib/notifications/use-notification-choices.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import type { Text } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { CustomFieldProps } from '../../resources/form/form-definition.ts';
import { TypeField } from '../../resources/form/type-field.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import { fieldClasses } from '../../ui/field/field-classes.ts';
import classes from './notificators-field.module.css';

export function NotificatorsField({ name, label, readOnly }: CustomFieldProps<Notification>) {
  const { text, textOr } = useTexts();
  const { field, fieldState } = useController({ name });
  const { data, error, refetch } = useNotificators();
  const test = useChannelTest();
  const chosen: readonly Notificator[] = field.value;
  const { message } = fieldState.error ?? {};

  return (
    <fieldset className={classes.channels}>
      <legend className={fieldClasses.label}>{label}</legend>
      {!data && !error && <Skeleton height={120} />}
      {error && (
        <p role="alert" className={classes.fault}>
          {failureText(error, text)} <Button onClick={() => void refetch()}>{text('error.retry')}</Button>
        </p>
      )}
      {data && (
        <ul className={classes.list}>
          {data.map(({ type, configured }) => (
            <li key={type} className={classes.channel}>
              <Checkbox
                label={text(`notificator.${type}`)}
                checked={chosen.includes(type)}
                disabled={readOnly}
                onChange={({ currentTarget: { checked } }) =>
                  field.onChange(checked ? [...chosen, type] : chosen.filter((other) => other !== type))
                }
              />
              {configured ? (
                <button
                  type="button"
                  className={classes.test}
                  disabled={test.isRunning}
                  aria-label={text('notification.testOf', { channel: text(`notificator.${type}`) })}
                  onClick={() => test.run(type)}
                >
                  {text('notification.test')}
                </button>
              ) : (
                <span className={classes.missing}>{text('notification.channelMissing')}</span>
              )}
              <output className={classes.outcome} data-sent={test.outcomes[type]?.sent}>
                {test.outcomes[type]?.text}
              </output>
            </li>
          ))}
        </ul>
      )}
      {message && (
        <p role="alert" className={classes.fault}>
          {textOr(message, message)}
        </p>
      )}
      {data && (
        <div className={classes.all}>
          <Button icon={mdiSendOutline} busy={test.isRunning} onClick={() => test.run('all')}>
            {text('notification.testAll')}
          </Button>
          <output className={classes.outcome} data-sent={test.outcomes.all?.sent}>
            {test.outcomes.all?.text}
          </output>
        </div>
      )}
    </fieldset>
  );
}

interface TestOutcome {
  readonly sent: boolean;
  readonly text: string;
}

type Tested = Notificator | 'all';

/** Sends the person himself a test and says what came of it, channel by channel. */
function useChannelTest() {
  const { text } = useTexts();
  const [outcomes, setOutcomes] = useState<Partial<Record<Tested, TestOutcome>>>({});
  const { mutate, isPending } = useWrite({
    async write(api, which: Tested): Promise<Partial<Record<Tested, TestOutcome>>> {
      if (which !== 'all') return outcomesOf([await testNotificator(api, which)], text);
      const tests = await testAllNotificators(api);
      if (tests.length === 0) return { all: { sent: false, text: text('notification.testNone') } };
      return outcomesOf(tests, text);
    },
    onMutate: () => setOutcomes({}),
    onSuccess: setOutcomes,
    onError: (error, which) => setOutcomes({ [which]: { sent: false, text: refusalText(error, text) } }),
  });
  return { outcomes, isRunning: isPending, run: mutate };
}

function outcomesOf(
  tests: readonly NotificationTest[],
  text: Text,
): Partial<Record<Notificator, TestOutcome>> {
  return Object.fromEntries(
    tests.map(({ type, sent, reason }) => [
      type,
      {
        sent,
        text: sent
          ? text('notification.testSent')
          : text('notification.testNotSent', { reason: reason ?? '' }),
      },
    ]),
  );
}

/** The code in words, and what the channel's own service answered, where the server sends it to this person. */
function refusalText(error: unknown, text: Text): string {
  const failure = failureText(error, text);
  const reason = error instanceof ApiError ? error.details?.reason : undefined;
  return typeof reason === 'string' ? `${failure} (${reason})` : failure;
}

/** Which events are notified: those the server knows. */
export function NotificationTypeField({ row, ...field }: CustomFieldProps<Notification>) {
  const { text, textOr } = useTexts();
  const { data = row ? [row.type] : [], error } = useNotificationTypes();
  const options = data
    .map((type) => ({ value: type, label: textOr(`eventType.${type}`, type) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return <TypeField {...field} options={options} failure={error ? failureText(error, text) : undefined} />;
}
