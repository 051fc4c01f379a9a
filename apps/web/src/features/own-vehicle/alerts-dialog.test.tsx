// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aDevice } from '../../lib/testing/a-device.ts';
import { aPosition } from '../../lib/testing/a-position.ts';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { AlertsDialog } from './alerts-dialog.tsx';

/** As somebody else made it for him: the list alone does not say so. */
const foreign = {
  ...{ id: 9, type: 'geofenceExit', always: false, notificators: 'web', calendarId: 0, description: null },
  ...{ commandId: 0, attributes: { template: 'anchor', ownDeviceId: 7 } },
};

async function open(anchor: { own: boolean; others: boolean }) {
  const { sent } = await act(() =>
    renderPage(
      <AlertsDialog
        device={aDevice({ id: 7 })}
        position={aPosition({ deviceId: 7 })}
        maintenances={null}
        onClose={() => undefined}
      />,
      async ({ url, method }) => {
        if (method !== 'GET') return new Response(null, { status: 204 });
        return Response.json(url.pathname.endsWith('anchor') ? anchor : [foreign]);
      },
    ),
  );
  await screen.findByRole('switch', { name: en['alerts.ignitionOn'] });
  return { sent, anchor: screen.getByRole<HTMLInputElement>('switch', { name: /^Leaves from here/ }) };
}

test.each([
  [{ own: false, others: false }, false, 0, 'PUT'],
  [{ own: false, others: true }, false, 1, 'PUT'],
  [{ own: true, others: true }, true, 1, 'DELETE'],
  [{ own: true, others: false }, true, 0, 'DELETE'],
] as const)(
  "[LIST-05] the switch of an anchor is that of one's own, and that of somebody else is told beside it: %j",
  async (state, isOn, told, method) => {
    const { anchor, sent } = await open(state);
    expect(anchor.checked).toBe(isOn);
    expect(screen.queryAllByText(/^Tells you when .*Somebody else anchored this vehicle/)).toHaveLength(told);
    fireEvent.click(anchor);
    await waitFor(() => expect(sent.filter(({ method }) => method !== 'GET')).toHaveLength(1));
    const [written] = sent.filter(({ method }) => method !== 'GET');
    expect([written?.method, written?.url.pathname]).toEqual([method, '/api/devices/7/anchor']);
  },
);
