// @vitest-environment happy-dom

import { en } from '@atalaia/phrases/en';
import { fireEvent, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import type { OpenIdOutcome } from '../openid-return.ts';
import { LoginScreen } from './login-screen.tsx';

/** How often what comes after the sign-in was called for; the server has not answered yet. */
async function open(outcome?: OpenIdOutcome) {
  const onSubmitting = vi.fn();
  const page = await renderPage(
    <MemoryRouter>
      <LoginScreen logo={null} preferences={null} outcome={outcome} onSubmitting={onSubmitting} />
    </MemoryRouter>,
    () => new Promise(() => {}),
  );
  return { ...page, onSubmitting };
}

test('[AUTH-02] [IDP-01] while a password or a passkey is on its way, what comes next is fetched', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', class {});
  const { onSubmitting } = await open();
  fireEvent.click(screen.getByRole('button', { name: en['login.passkey'] }));
  expect(onSubmitting).toHaveBeenCalledTimes(1);
  fireEvent.input(screen.getByLabelText(en['login.user']), { target: { value: 'ana' } });
  fireEvent.input(screen.getByLabelText(en['login.password']), { target: { value: 'a password' } });
  fireEvent.click(screen.getByRole('button', { name: en['login.submit'] }));
  expect(onSubmitting).toHaveBeenCalledTimes(2);
});

test('[IDP-02] who comes back from his provider waits for what comes next and for his session together', async () => {
  const { onSubmitting, sent } = await open({ kind: 'arrived' });
  await expect.poll(() => sent.length).toBe(1);
  expect(onSubmitting).toHaveBeenCalledTimes(1);
});
