// @vitest-environment happy-dom
import type { AlarmHistoryLine } from '@atalaia/contract/desk/alarm';
import { en } from '@atalaia/phrases/en';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { AlarmHistory } from './alarm-history.tsx';

async function wordsOf(action: AlarmHistoryLine['action'], details: AlarmHistoryLine['details']) {
  const line = { id: 1, at: '2026-11-21T07:00:00.000Z', action, userId: 1, userName: 'Ana', address: null };
  await renderPage(<AlarmHistory isMassFault={false} lines={[{ ...line, details }]} />);
  return screen.getByRole('listitem', { hidden: true }).textContent ?? '';
}

test('[DESK-09] a line of a hold says why and until when', async () => {
  const words = await wordsOf('hold', { until: '2026-11-21T08:00:00.000Z', reason: 'Awaiting customer' });
  expect(words).toContain('Awaiting customer');
  expect(words).toMatch(/until .*2026/);
});

test.each(['disconnected', 'unanswered', 'handed'] as const)(
  '[DESK-09] a line of a return to the queue says why: %s',
  async (reason) => {
    expect(await wordsOf('return', { reason, from: 1, fromName: 'Ana' })).toContain(
      en[`returnReason.${reason}`],
    );
  },
);

test('[DESK-09] a line of an escalation says by what it was told, to what it was raised, and how many it could not tell', async () => {
  const words = await wordsOf('escalate', {
    ...{ positions: [1], told: ['mail', 'sms'], raisedTo: 0, team: null, notTold: 2 },
  });
  expect(words).toContain(
    en['desk.escalatedBy'].replace('{{ways}}', `${en['notificator.mail']}, ${en['notificator.sms']}`),
  );
  expect(words).toContain(en['desk.raisedTo'].replace('{{severity}}', en['alarmSeverity.critical']));
  expect(words).toContain(en['desk.notTold_other'].replace('{{count}}', '2'));
});
