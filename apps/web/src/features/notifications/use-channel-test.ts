import type { NotificationTest, Notificator } from '@atalaia/contract/rules/notification';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { testAllNotificators, testNotificator } from '../../lib/notifications/notification-choices.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import type { Text } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';

export interface TestOutcome {
  readonly sent: boolean;
  readonly text: string;
}

type Tested = Notificator | 'all';

/** Sends the person himself a test and says what came of it, channel by channel. */
export function useChannelTest() {
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

/** The code in words, and what the channel's own service said, where the server tells it to this person. */
function refusalText(error: unknown, text: Text): string {
  const failure = failureText(error, text);
  const reason = error instanceof ApiError ? error.details?.reason : undefined;
  return typeof reason === 'string' ? `${failure} (${reason})` : failure;
}
