// @vitest-environment happy-dom
import type { MaintenanceState } from '@atalaia/contract/rules/maintenance';
import { en } from '@atalaia/phrases/en';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { DueMaintenances } from './maintenance-states.tsx';
import { PerformDialog } from './perform-dialog.tsx';

const state: MaintenanceState = {
  ...{ deviceId: 7, deviceName: 'Strada', plate: 'ABC1D23', maintenanceId: 3, name: 'Oil', type: 'odometer' },
  ...{ period: 10_000_000, value: 60_000_000, dueValue: 50_000_000, urgency: 'due', mayPerform: true },
  lastService: {
    ...{ id: 9, type: 'odometer', performedTime: '2026-01-02T03:04:05.000Z', value: 40_000_000 },
    ...{ note: '', userName: 'Ana' },
  },
};

const answerOf = (rows: readonly object[], total: number) =>
  Response.json(rows, { headers: { 'x-total-count': String(total) } });

test('[MNT-01] what is due of all is asked for page by page, searched, and narrowed to what is due or soon at first', async () => {
  const asked: string[] = [];
  await act(() =>
    renderPage(<DueMaintenances />, async ({ url }) => {
      asked.push(decodeURIComponent(url.search));
      return answerOf([state], 250);
    }),
  );
  const last = () => new URLSearchParams(asked.at(-1));
  fireEvent.click(screen.getByRole('button', { name: en['maintenance.states'] }));
  await screen.findByText(en['maintenance.count_other'].replace('{{count}}', '250'));
  expect([last().getAll('urgency'), last().get('limit'), last().get('offset')]).toEqual([
    ['due', 'soon'],
    '100',
    '0',
  ]);
  fireEvent.click(screen.getByRole('button', { name: en['desk.pageNext'], hidden: true }));
  await waitFor(() => expect(last().get('offset')).toBe('100'));
  fireEvent.change(screen.getByRole('searchbox', { name: en['maintenance.search'], hidden: true }), {
    target: { value: ' strada ' },
  });
  await waitFor(() => expect([last().get('keyword'), last().get('offset')]).toEqual(['strada', '0']));
  fireEvent.click(screen.getByRole('button', { name: en['action.clear'], hidden: true }));
  await waitFor(() => expect(last().has('urgency')).toBe(false));
});

test('[MNT-01] where rows left since, the last page there is is shown', async () => {
  let total = 201;
  const asked: number[] = [];
  const page = await renderPage(<DueMaintenances />, async ({ url }) => {
    const offset = Number(url.searchParams.get('offset'));
    asked.push(offset);
    return answerOf(offset < total ? [{ ...state, deviceName: `Car ${offset}` }] : [], total);
  });
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }));
  press(en['maintenance.states']);
  for (const offset of [0, 100]) {
    await screen.findByText(new RegExp(`Car ${offset} `));
    press(en['desk.pageNext']);
  }
  await screen.findByText(/Car 200 /);
  expect(asked).toEqual([0, 100, 200]);
  total = 200;
  await act(() => page.queries.invalidateQueries());
  expect(await screen.findByText(/Car 100 /)).toBeTruthy();
  expect(asked.slice(3)).toEqual([200, 100]);
  total = 0;
  await act(() => page.queries.invalidateQueries());
  expect(await screen.findByText(en['maintenance.noneUrgent'])).toBeTruthy();
  expect(asked.slice(5)).toEqual([100, 0]);
});

test.each([
  ['value', 40_000_000, 'between 40,000.00 km and 60,000.00 km'],
  ['value', 70_000_000, 'between 0.00 km and 60,000.00 km'],
  ['performedTime', 40_000_000, 'enter a date after that'],
] as const)(
  '[MNT-01] a field that is refused says what it may be: %s, last %d',
  async (path, value, words) => {
    const lastService = state.lastService && { ...state.lastService, value };
    await act(() =>
      renderPage(
        <PerformDialog state={{ ...state, lastService }} onClose={() => undefined} />,
        async ({ method }) =>
          method === 'POST'
            ? Response.json(
                {
                  code: 'invalid-input',
                  message: 'x',
                  requestId: 'r',
                  details: { fields: [{ path, message: 'x' }] },
                },
                { status: 400 },
              )
            : Response.json([{ ...lastService, deviceId: 7, maintenanceId: 3, name: 'Oil' }]),
      ),
    );
    fireEvent.click(screen.getByRole('button', { name: en['maintenance.performNow'], hidden: true }));
    expect(await screen.findByText(new RegExp(words))).toBeTruthy();
  },
);
