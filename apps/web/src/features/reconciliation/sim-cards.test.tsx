// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { SimCards } from './sim-cards.tsx';

const list = {
  ...{ id: 1, provider: 'Operadora', fileName: 'jan.csv', userName: 'Ana', cards: 3 },
  uploadedAt: '2026-11-28T12:00:00.000Z',
};
const cut = en['sim.cut_other'].replace('{{count}}', '5');

const cases: readonly (readonly [object, readonly string[]])[] = [
  [{ skipped: [], skippedCount: 0, cut: 0 }, []],
  [{ skipped: [], skippedCount: 0, cut: 5 }, [cut]],
  [
    { skipped: Array.from({ length: 11 }, (_, at) => at + 2), skippedCount: 1_200, cut: 5 },
    [
      `${en['sim.skipped_other'].replace('{{count}}', '1200').replace('{{lines}}', '2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …')} ${cut}`,
    ],
  ],
];

test.each(cases)(
  '[DRIFT-03] whoever keeps a list is told how many lines were left out, and why: %o',
  async (more, notes) => {
    const told = vi.spyOn(toasts, 'show');
    onTestFinished(() => told.mockRestore());
    await act(() =>
      renderPage(
        <Suspense>
          <SimCards />
        </Suspense>,
        async ({ url, method }) => {
          if (url.pathname.endsWith('/preview'))
            return Response.json({
              headings: ['ICCID'],
              rows: [['1']],
              count: 1,
              guessed: { iccid: 'ICCID' },
            });
          if (method === 'POST') return Response.json({ list, ...more });
          if (url.pathname.endsWith('/totals')) return Response.json({ cards: 0, cents: 0, kinds: [] });
          return Response.json([]);
        },
      ),
    );
    fireEvent.click(await screen.findByRole('button', { name: en['sim.upload'] }));
    fireEvent.change(await screen.findByLabelText(en['sim.provider']), { target: { value: 'Operadora' } });
    const file = new File(['ICCID\n1'], 'jan.csv', { type: 'text/csv' });
    fireEvent.change(document.querySelector('input[type="file"]') as HTMLInputElement, {
      target: { files: [file] },
    });
    const save = screen.getByRole<HTMLButtonElement>('button', { name: en['sim.save'], hidden: true });
    await waitFor(() => expect(save.disabled).toBe(false));
    fireEvent.click(save);
    await waitFor(() => expect(screen.queryByLabelText(en['sim.provider'])).toBeNull());
    expect(told.mock.calls).toEqual([
      ['success', en['sim.saved_other'].replace('{{count}}', '3')],
      ...notes.map((note) => ['failure', note]),
    ]);
  },
);

const answerOf =
  (lists: readonly object[], removed: string[] = []) =>
  async ({ url, method }: { readonly url: URL; readonly method: string }) => {
    if (method === 'DELETE') {
      removed.push(url.pathname);
      return new Response(null, { status: 204 });
    }
    if (url.pathname.endsWith('/totals')) return Response.json({ cards: 0, cents: 0, kinds: [] });
    return Response.json(url.pathname.endsWith('/sim-lists') ? lists : []);
  };

test('[DRIFT-03] a list is removed only after it was named with its cards', async () => {
  const removed: string[] = [];
  await act(() =>
    renderPage(
      <Suspense>
        <SimCards />
      </Suspense>,
      answerOf([{ ...list, cards: 1 }], removed),
    ),
  );
  const name = en['sim.remove'].replace('{{provider}}', 'Operadora');
  fireEvent.click(await screen.findByRole('button', { name }));
  const question = en['sim.removeQuestion']
    .replace('{{provider}}', 'Operadora')
    .replace('{{cards}}', en['sim.count_one'].replace('{{count}}', '1'));
  await screen.findByText(question);
  expect(removed).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: en['action.remove'], hidden: true }));
  await waitFor(() => expect(removed).toEqual(['/api/reconciliation/sim-lists/1']));
  await waitFor(() => expect(screen.queryByText(question)).toBeNull());
});

test.each([
  ['without a list', [], '', 'sim.noLists'],
  ['with one and no fault', [list], '', 'sim.none'],
  ['where nothing fits what is typed', [list], '8955', 'list.emptyFilter'],
] as const)('[DRIFT-03] %s nothing more is said than is known', async (_case, lists, typed, hint) => {
  await act(() =>
    renderPage(
      <Suspense>
        <SimCards />
      </Suspense>,
      answerOf(lists),
    ),
  );
  if (typed)
    fireEvent.change(await screen.findByRole('searchbox', { name: en['sim.search'] }), {
      target: { value: typed },
    });
  await screen.findByText(en[hint]);
});
