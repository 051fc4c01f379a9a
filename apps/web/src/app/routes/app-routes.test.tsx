// @vitest-environment happy-dom

import { enFirst } from '@atalaia/phrases/en-first';
import { act, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createStore } from '../../lib/store/store.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { createTexts } from '../../lib/texts/texts.ts';
import { TextsContext } from '../../lib/texts/texts-context.ts';
import type { Live } from '../../live/live.ts';
import { LiveContext } from '../../live/live-context.ts';
import { AppRoutes } from './app-routes.tsx';

const live = { desk: createStore({ waiting: [] }) } as unknown as Live;

/** A page that asks without end is left without an answer at last, or nothing else would ever run. */
const farTooOften = 20;

test('[ERR-03] where the texts of the map do not come the page says so and asks no longer; its tab has a name all the while', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => said.mockRestore());
  let asked = 0;
  const texts = await createTexts({
    language: 'en',
    load: async () => enFirst,
    loadMap: () => {
      asked += 1;
      return asked < farTooOften ? Promise.reject(new Error('no answer')) : new Promise(() => {});
    },
    loadManagement: async () => ({}),
    apply: () => undefined,
    keep: () => undefined,
  });
  await texts.needMap().catch(() => undefined);
  await act(() =>
    renderPage(
      <TextsContext value={texts}>
        <LiveContext value={live}>
          <MemoryRouter initialEntries={['/police/a-token']}>
            <AppRoutes />
          </MemoryRouter>
        </LiveContext>
      </TextsContext>,
    ),
  );
  await screen.findByRole('button', { name: enFirst['error.reload'] });
  expect(asked).toBe(2);
  expect(document.title).toBe(enFirst['shell.product']);
});
