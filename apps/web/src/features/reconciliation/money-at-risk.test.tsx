// @vitest-environment happy-dom
import { totalCountHeader } from '@atalaia/contract/values/sorting';
import { en } from '@atalaia/phrases/en';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { MoneyAtRisk } from './money-at-risk.tsx';

const risk = {
  ...{ deviceId: 1, deviceName: 'Fiorino', plate: 'ABC1D23', category: null, customerId: 1 },
  ...{ customerName: 'Frios do Norte', customerStatus: 'active', lastUpdate: null, monthlyCents: null },
  ...{ kinds: ['neverConnected'], since: '2026-11-28T12:00:00.000Z', ignored: null },
};
const totals = { vehicles: 1, cents: 0, unpriced: 1, ignored: 0, kinds: [] };

const show = (rows: readonly object[], totalsAnswer: () => Response = () => Response.json(totals)) =>
  act(() =>
    renderPage(
      <Suspense>
        <MoneyAtRisk onDevice={() => undefined} />
      </Suspense>,
      async ({ url }) =>
        url.pathname.endsWith('/totals')
          ? totalsAnswer()
          : Response.json(rows, { headers: { [totalCountHeader]: String(rows.length) } }),
    ),
  );

test('[DRIFT-02] sums that cannot be read say so, and can be asked for again', async () => {
  const refused = { requestId: '1', message: '', code: 'forbidden', details: {} };
  let isAway = true;
  await show([risk], () => (isAway ? Response.json(refused, { status: 403 }) : Response.json(totals)));
  const retry = await screen.findByRole('button', { name: en['error.retry'] });
  isAway = false;
  fireEvent.click(retry);
  await screen.findByText(en['risk.aMonth_one'].replace('{{count}}', '1'));
});

test('[DRIFT-02] what was marked in one list is not what is done to in the other', async () => {
  await show([risk]);
  const name = en['reconciliation.choose'].replace('{{name}}', 'Fiorino');
  fireEvent.click(await screen.findByRole('checkbox', { name }));
  await screen.findByRole('button', { name: en['reconciliation.ignoreMany_one'].replace('{{count}}', '1') });
  fireEvent.click(screen.getByRole('switch', { name: en['reconciliation.showIgnored'] }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name }).checked).toBe(false));
  expect(
    screen.queryByRole('button', { name: en['reconciliation.showMany_one'].replace('{{count}}', '1') }),
  ).toBeNull();
});

test('[DRIFT-02] where nothing fits what is typed, nobody is told that nothing is at risk', async () => {
  await show([]);
  await screen.findByText(en['risk.none']);
  fireEvent.change(screen.getByRole('searchbox', { name: en['risk.search'] }), { target: { value: 'Gol' } });
  await screen.findByText(en['list.emptyFilter']);
});
