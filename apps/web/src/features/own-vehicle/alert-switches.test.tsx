// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aDevice } from '../../lib/testing/a-device.ts';
import { aPosition } from '../../lib/testing/a-position.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { AlertsDialog } from './alerts-dialog.tsx';

/** `write` answers what is changed. */
async function open(write: () => Promise<Response>) {
  const { sent } = await act(() =>
    renderPage(
      <AlertsDialog
        device={aDevice({ id: 7 })}
        position={aPosition({ deviceId: 7, attributes: { totalDistance: 5000 } })}
        maintenances={null}
        onClose={() => undefined}
      />,
      async ({ url, method }) => {
        if (method !== 'GET') return write();
        return Response.json(url.pathname.endsWith('anchor') ? { own: false, others: false } : []);
      },
    ),
  );
  const ignition = await screen.findByRole<HTMLInputElement>('switch', { name: en['alerts.ignitionOn'] });
  const written = () =>
    sent
      .filter(({ method }) => method !== 'GET')
      .map(({ method, url, body }) => [`${method} ${url.pathname}${url.search}`, body]);
  return { ignition, written };
}

const refused = async () =>
  Response.json({ requestId: '1', code: 'internal-error', message: '', details: {} }, { status: 500 });

test('[LIST-05] an alert is made together with its link to the vehicle: one that is refused is not half there', async () => {
  const { ignition, written } = await open(refused);
  fireEvent.click(ignition);
  await waitFor(() => expect(written()).toHaveLength(1));
  await waitFor(() => expect(ignition.checked).toBe(false));
  expect(written()).toEqual([
    [
      'POST /api/notifications?deviceId=7',
      {
        ...{ type: 'ignitionOn', always: false, notificators: 'web,mobile' },
        attributes: { template: 'ignitionOn', ownDeviceId: 7 },
      },
    ],
  ]);
});

test('[LIST-05] a reminder is made together with its link to the vehicle: tried again, none is left over', async () => {
  const { written } = await open(refused);
  fireEvent.change(screen.getByLabelText(en['alerts.reminderName']), { target: { value: 'Oil' } });
  fireEvent.click(screen.getByRole('button', { name: en['alerts.remind'] }));
  await waitFor(() => expect(written()).toHaveLength(1));
  const reminder = { name: 'Oil', type: 'totalDistance', start: 10_005_000, period: 10_000_000 };
  expect(written()).toEqual([['POST /api/maintenance?deviceId=7', reminder]]);
});

test('[LIST-05] a switch has the focus while it is being changed, and another act waits for the answer', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { ignition, written } = await open(() => promise);
  ignition.focus();
  fireEvent.click(ignition);
  const group = screen.getByRole('group', { name: en['alerts.tellMe'] });
  await waitFor(() => expect(group.getAttribute('aria-busy')).toBe('true'));
  expect([document.activeElement, ignition.matches(':disabled'), group.matches(':disabled')]).toEqual([
    ...[ignition, false, false],
  ]);
  fireEvent.click(screen.getByRole('switch', { name: en['alerts.deviceOverspeed'] }));
  await act(async () => resolve(Response.json({})));
  await waitFor(() => expect(group.getAttribute('aria-busy')).toBe('false'));
  expect(written()).toHaveLength(1);
});
