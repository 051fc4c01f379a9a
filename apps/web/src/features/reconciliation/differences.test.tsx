// @vitest-environment happy-dom
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
