// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { aDevice } from '../../../lib/testing/a-device.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { DevicesStep, NotificationStep } from './new-customer-steps.tsx';

const refused = () =>
  Response.json({ requestId: '1', message: '', code: 'internal-error', details: {} }, { status: 500 });

/** Of what was posted: with the same one the server does it once. */
const keysOf = (sent: readonly { readonly method: string; readonly headers: Headers }[]) =>
  sent.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('idempotency-key'));

/** A server whose first link fails. */
const answers = () => {
  let links = 0;
  return async ({ url, method }: { readonly url: URL; readonly method: string }) => {
    if (method !== 'POST') return Response.json([]);
    if (url.pathname.endsWith('/permissions')) {
      links += 1;
      return links === 1 ? refused() : new Response(null, { status: 204 });
    }
    if (url.pathname.endsWith('/devices'))
      return Response.json(aDevice({ id: 3, uniqueId: '86', name: 'Gol' }));
    const ofNotification = { type: 'alarm', always: true, notificators: 'web', description: null };
    return Response.json({ id: 5, ...ofNotification, attributes: {}, calendarId: 0, commandId: 0 });
  };
};

test('[CUS-01] a device whose link failed is linked by the next try, and registered once', async () => {
  const { sent } = await act(() =>
    renderPage(
      <Suspense>
        <DevicesStep customerId={null} userId={7} onNext={() => undefined} />
      </Suspense>,
      answers(),
    ),
  );
  fireEvent.change(await screen.findByLabelText(en['device.name']), { target: { value: 'Gol' } });
  fireEvent.change(screen.getByLabelText(en['device.uniqueId']), { target: { value: '86' } });
  const add = screen.getByRole<HTMLButtonElement>('button', { name: en['newCustomer.addDevice'] });
  fireEvent.click(add);
  await screen.findByRole('alert');
  await waitFor(() => expect(add.getAttribute('aria-busy')).toBe('false'));
  // another name would be read by nobody
  expect(screen.getByLabelText<HTMLInputElement>(en['device.name']).disabled).toBe(true);
  fireEvent.click(add);
  await screen.findByText(en['newCustomer.added'].replace('{{names}}', 'Gol'));
  const posted = sent.filter(({ method }) => method === 'POST').map(({ url }) => url.pathname);
  expect(posted).toEqual(['/api/devices', '/api/permissions', '/api/permissions']);
  expect(keysOf(sent)[2], 'of a link that may have been made').toBe(keysOf(sent)[1]);
});

test('[CUS-01] a notification whose link failed is linked by the next try, and made once', async () => {
  let isDone = false;
  const { sent } = await act(() =>
    renderPage(
      <Suspense>
        <NotificationStep
          userId={7}
          onDone={() => {
            isDone = true;
          }}
        />
      </Suspense>,
      answers(),
    ),
  );
  const finish = await screen.findByRole<HTMLButtonElement>('button', { name: en['newCustomer.finish'] });
  fireEvent.click(finish);
  await screen.findByRole('alert');
  await waitFor(() => expect(finish.getAttribute('aria-busy')).toBe('false'));
  for (const group of screen.getAllByRole<HTMLFieldSetElement>('group')) expect(group.disabled).toBe(true);
  fireEvent.click(finish);
  await waitFor(() => expect(isDone).toBe(true));
  const posted = sent.filter(({ method }) => method === 'POST').map(({ url }) => url.pathname);
  expect(posted).toEqual(['/api/notifications', '/api/permissions', '/api/permissions']);
  expect(keysOf(sent)[2], 'of a link that may have been made').toBe(keysOf(sent)[1]);
});
