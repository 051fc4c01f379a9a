// @vitest-environment happy-dom
import { fleetControlFailureCodes } from '@atalaia/contract/providers/fleet-control-sync';
import { totalCountHeader } from '@atalaia/contract/values/sorting';
import { en } from '@atalaia/phrases/en';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { Differences } from './differences.tsx';

const question = (count: number) => en['difference.confirmHere_other'].replace('{{count}}', String(count));

test('[DRIFT-01] where the list changed, the question has the number that it is now, and can be confirmed again', async () => {
  let count = 4;
  const told = vi.spyOn(toasts, 'show');
  onTestFinished(() => told.mockRestore());
  const { sent } = await act(() =>
    renderPage(
      <Suspense>
        <Differences />
      </Suspense>,
      async ({ url, method, body }) => {
        if (method === 'POST') {
          if ((body as { count: number }).count === count) return Response.json({ queued: count, left: 0 });
          const refused = { requestId: '1', message: '', code: 'list-changed', details: {} };
          return Response.json(refused, { status: 409 });
        }
        if (url.pathname.endsWith('comparisons')) return Response.json([]);
        // those that are being written, and those without this side, are listed too
        const total = url.searchParams.get('takable') === 'here' ? count : count + 5;
        return Response.json([], { headers: { [totalCountHeader]: String(total) } });
      },
    ),
  );
  const confirm = () =>
    screen.getByRole<HTMLButtonElement>('button', { name: en['difference.confirm'], hidden: true });
  fireEvent.click(await screen.findByRole('button', { name: en['difference.allHere'] }));
  await screen.findByText(question(4));
  count = 2;
  fireEvent.click(confirm());
  await screen.findByText(question(2));
  expect(told).toHaveBeenLastCalledWith('failure', en['apiError.list-changed']);
  await waitFor(() => expect(confirm().getAttribute('aria-busy')).toBe('false'));
  fireEvent.click(confirm());
  const written = en['difference.queued_other'].replace('{{count}}', '2');
  await waitFor(() => expect(told).toHaveBeenLastCalledWith('success', written));
  const asked = sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(asked).toEqual([4, 2].map((number) => ({ side: 'here', all: {}, count: number })));
});

const compared = {
  ...{ system: 'fleetControl', hasAccount: true, isReading: false, failure: null },
  ...{ comparedAt: '2026-11-28T12:00:00.000Z', onlyHere: 2, onlyThere: 0, fields: 1 },
  ...{ ignored: 0, taking: 0, refused: 0 },
};

test.each([
  ['nobody compared', [{ ...compared, comparedAt: null }], '', 'difference.nothingCompared'],
  ['no system is linked', [{ ...compared, hasAccount: false }], '', 'difference.nothingCompared'],
  ['both were read and agree', [compared], '', 'difference.none'],
  ['nothing fits what is typed', [compared], 'Rua A', 'list.emptyFilter'],
] as const)(
  '[DRIFT-01] where %s, an empty list says no more than that',
  async (_case, comparisons, typed, hint) => {
    await act(() =>
      renderPage(
        <Suspense>
          <Differences />
        </Suspense>,
        async ({ url }) =>
          url.pathname.endsWith('comparisons')
            ? Response.json(comparisons)
            : Response.json([], { headers: { [totalCountHeader]: '0' } }),
      ),
    );
    if (typed)
      fireEvent.change(await screen.findByRole('searchbox', { name: en['difference.search'] }), {
        target: { value: typed },
      });
    await screen.findByText(en[hint]);
  },
);

test('[DRIFT-01] one field that differs is counted as one, and comparisons that cannot be read say so', async () => {
  let isAway = true;
  await act(() =>
    renderPage(
      <Suspense>
        <Differences />
      </Suspense>,
      async ({ url }) => {
        if (!url.pathname.endsWith('comparisons'))
          return Response.json([], { headers: { [totalCountHeader]: '0' } });
        const refused = { requestId: '1', message: '', code: 'forbidden', details: {} };
        return isAway ? Response.json(refused, { status: 403 }) : Response.json([compared]);
      },
    ),
  );
  const retry = await screen.findByRole('button', { name: en['error.retry'] });
  await screen.findByText(en['list.empty']);
  isAway = false;
  fireEvent.click(retry);
  await screen.findByText(/2 only here · 0 only there · 1 different field ·/);
});

test('[DRIFT-01] why a reading did not end is said in words, and of the system that it is', async () => {
  const ofPayments = ['key-refused', 'refused', 'unreachable', 'unreadable', 'cut'];
  for (const failure of [...fleetControlFailureCodes, ...ofPayments])
    expect(en, failure).toHaveProperty([`readFailure.${failure}`]);
  await act(() =>
    renderPage(
      <Suspense>
        <Differences />
      </Suspense>,
      async ({ url }) =>
        url.pathname.endsWith('comparisons')
          ? Response.json([{ ...compared, system: 'payments', failure: 'unreachable' }])
          : Response.json([], { headers: { [totalCountHeader]: '0' } }),
    ),
  );
  const said = en['difference.failed'].replace('{{reason}}', en['readFailure.unreachable']);
  const line = await screen.findByText(said, { exact: false });
  expect(line.closest('li')?.textContent).toMatch(new RegExp(`^${en['comparedSystem.payments']}: `));
});
