// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, renderDesk } from '../testing/render-desk.tsx';
import { HandoversView } from './handovers-view.tsx';

test('[SHIFT-02] a list that could not be made is said, with a retry, and does not seem to be on its way', async () => {
  const read = { 'desk/handovers/list': refusal(500, 'internal-error'), 'desk/handovers': [] };
  await renderDesk(<HandoversView />, { read });
  expect(await screen.findByRole('button', { name: en['error.retry'] })).toBeTruthy();
  expect(screen.getByText(en['desk.noHandovers'])).toBeTruthy();
});
