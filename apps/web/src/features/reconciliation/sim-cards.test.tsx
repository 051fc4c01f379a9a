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
