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

/** `anchor` answers whether one lies there. */
async function openWith(anchor: () => Promise<Response>, isPlaced = true) {
  const { sent } = await act(() =>
    renderPage(
      <AlertsDialog
        device={aDevice({ id: 7 })}
        position={isPlaced ? aPosition({ deviceId: 7 }) : undefined}
        maintenances={null}
        onClose={() => undefined}
      />,
      async ({ url, method }) => {
        if (method !== 'GET') return new Response(null, { status: 204 });
        return url.pathname.endsWith('anchor') ? anchor() : Response.json([foreign]);
      },
    ),
  );
  const ignition = await screen.findByRole<HTMLInputElement>('switch', { name: en['alerts.ignitionOn'] });
  return { sent, ignition };
}

const anchorSwitch = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Leaves from here/ });

async function open(anchor: { own: boolean; others: boolean }) {
  const { sent } = await openWith(async () => Response.json(anchor));
  await waitFor(() => expect(anchorSwitch().disabled).toBe(false));
  return { sent, anchor: anchorSwitch() };
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
    expect(screen.queryAllByText(/^Tells you when .*Somebody else has anchored this vehicle/)).toHaveLength(
      told,
    );
    fireEvent.click(anchor);
    await waitFor(() => expect(sent.filter(({ method }) => method !== 'GET')).toHaveLength(1));
    const [written] = sent.filter(({ method }) => method !== 'GET');
    expect([written?.method, written?.url.pathname]).toEqual([method, '/api/devices/7/anchor']);
  },
);

const failed = (status: number, code: string) =>
  Response.json({ code, message: code, requestId: 'r' }, { status });
const asked = (sent: readonly { readonly url: URL }[]) =>
  sent.filter(({ url }) => url.pathname.endsWith('anchor')).length;

test('[LIST-05] where the server does not know of anchors, as that of an earlier release, their switch alone is disabled and says so', async () => {
  const { sent, ignition } = await openWith(async () => failed(404, 'not-found'));
  await screen.findByText(en['alerts.anchorUnread']);
  expect([anchorSwitch().disabled, anchorSwitch().checked, ignition.disabled]).toEqual([true, false, false]);
  expect(asked(sent), 'it is not asked again').toBe(1);
  fireEvent.click(ignition);
  await waitFor(() => expect(sent.filter(({ method }) => method === 'POST')).not.toEqual([]));
});

test('[LIST-05] whether an anchor lies there is asked again where the server failed for a moment', async () => {
  const answers = [failed(500, 'internal-error'), Response.json({ own: true, others: false })];
  const { sent } = await openWith(async () => answers.shift() ?? failed(500, 'internal-error'));
  await waitFor(() => expect([anchorSwitch().disabled, anchorSwitch().checked]).toEqual([false, true]));
  expect(asked(sent)).toBe(2);
});

test('[LIST-05] until it is known whether an anchor lies there its switch waits, and no other', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { ignition } = await openWith(() => promise);
  expect([anchorSwitch().disabled, ignition.disabled]).toEqual([true, false]);
  await act(async () => resolve(Response.json({ own: true, others: false })));
  await waitFor(() => expect([anchorSwitch().disabled, anchorSwitch().checked]).toEqual([false, true]));
});

test.each([
  ['its own may lie there', () => failed(404, 'not-found'), 1],
  ['its own lies there', () => Response.json({ own: true, others: false }), 1],
  ['none lies there', () => Response.json({ own: false, others: false }), 0],
])('[LIST-05] of a vehicle without a place an anchor is offered where %s', async (_what, answer, offered) => {
  const { sent } = await openWith(async () => answer(), false);
  await waitFor(() => expect(asked(sent)).toBe(1));
  await act(async () => undefined);
  await waitFor(() =>
    expect(screen.queryAllByRole('switch', { name: /^Leaves from here/ })).toHaveLength(offered),
  );
});

const ignitionAlert = (id: number) => ({
  ...foreign,
  ...{ id, type: 'ignitionOn', attributes: { template: 'ignitionOn', ownDeviceId: 7 } },
});

/** Alerts of ignition, by their numbers; `ownNotifications` says which are his. */
async function openIgnition(
  ids: readonly number[],
  anchor: () => Promise<Response>,
  list: () => Response = () => Response.json(ids.map(ignitionAlert)),
) {
  const { sent } = await act(() =>
    renderPage(
      <AlertsDialog
        device={aDevice({ id: 7 })}
        position={aPosition({ deviceId: 7 })}
        maintenances={null}
        onClose={() => undefined}
      />,
      async ({ url, method }) => {
        if (method !== 'GET') return Response.json({});
        return url.pathname.endsWith('anchor') ? anchor() : list();
      },
    ),
  );
  const ignition = () =>
    screen.getByRole<HTMLInputElement>('switch', { name: new RegExp(`^${en['alerts.ignitionOn']}`) });
  await screen.findByRole('switch', { name: new RegExp(`^${en['alerts.ignitionOn']}`) });
  return { sent, ignition };
}

test.each([
  ['only somebody else’s is there', [4], [], false, 1, 'POST /api/notifications'],
  ['his own and somebody else’s are there', [4, 5], [5], true, 1, 'DELETE /api/notifications/5'],
  ['only his own is there', [5], [5], true, 0, 'DELETE /api/notifications/5'],
] as const)(
  "[LIST-05] the switch of an alert is that of one's own, and that of somebody else is told beside it, where %s",
  async (_where, ids, ownNotifications, isOn, told, request) => {
    const { sent, ignition } = await openIgnition(ids, async () =>
      Response.json({ own: false, others: false, ownNotifications }),
    );
    await waitFor(() => expect([ignition().disabled, ignition().checked]).toEqual([false, isOn]));
    expect(screen.queryAllByText(en['alerts.ofOther'])).toHaveLength(told);
    fireEvent.click(ignition());
    await waitFor(() => expect(sent.filter(({ method }) => method !== 'GET')).toHaveLength(1));
    const [written] = sent.filter(({ method }) => method !== 'GET');
    expect(`${written?.method} ${written?.url.pathname}`).toBe(request);
  },
);

test.each([
  ['the server is of an earlier release', async () => Response.json({ own: false, others: false })],
  ['that is refused', async () => failed(404, 'not-found')],
])('[LIST-05] an alert of which is not known whose it is cannot be taken away: %s', async (_what, anchor) => {
  const { sent, ignition } = await openIgnition([4], anchor);
  await waitFor(() => expect(asked(sent)).toBe(1));
  expect([ignition().disabled, ignition().checked]).toEqual([true, true]);
  expect(screen.getByText(en['alerts.unread'])).toBeTruthy();
});

test('[LIST-05] while it is being read whose an alert is, its switch waits, and no failure is told', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { ignition } = await openIgnition([5], () => promise);
  expect([ignition().disabled, ignition().checked]).toEqual([true, true]);
  expect(screen.queryByText(en['alerts.unread'])).toBeNull();
  await act(async () => resolve(Response.json({ own: false, others: false, ownNotifications: [5] })));
  await waitFor(() => expect([ignition().disabled, ignition().checked]).toEqual([false, true]));
});

test('[LIST-05] an alert that was made is not taken for somebody else’s where whose it is cannot be read after it', async () => {
  const anchors = [Response.json({ own: false, others: false, ownNotifications: [] })];
  const lists = [Response.json([])];
  const { sent, ignition } = await openIgnition(
    [],
    async () => anchors.shift() ?? failed(404, 'not-found'),
    () => lists.shift() ?? Response.json([ignitionAlert(9)]),
  );
  await waitFor(() => expect(ignition().disabled).toBe(false));
  fireEvent.click(ignition());
  await screen.findByText(en['alerts.unread']);
  expect([ignition().disabled, ignition().checked]).toEqual([true, true]);
  expect(screen.queryByText(en['alerts.ofOther'])).toBeNull();
  fireEvent.click(ignition());
  expect(sent.filter(({ method }) => method !== 'GET')).toHaveLength(1);
});

test('[LIST-05] an alert that was taken away is not told as somebody else’s where the list cannot be read after it', async () => {
  const lists = [Response.json([ignitionAlert(5)])];
  const own = [[5]];
  const { ignition } = await openIgnition(
    [],
    async () => Response.json({ own: false, others: false, ownNotifications: own.shift() ?? [] }),
    () => lists.shift() ?? failed(404, 'not-found'),
  );
  await waitFor(() => expect([ignition().disabled, ignition().checked]).toEqual([false, true]));
  fireEvent.click(ignition());
  await waitFor(() => expect(ignition().disabled).toBe(true));
  expect(screen.queryByText(en['alerts.ofOther'])).toBeNull();
});
