// @vitest-environment happy-dom
import type { Campaign, CampaignDevice } from '@atalaia/contract/devices/campaign';
import { en } from '@atalaia/phrases/en';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { CampaignDevices } from './campaign-devices.tsx';

const campaign: Campaign = {
  ...{ id: 4, name: 'Vinda', host: 'rastreio.example', port: null, apn: '', apnUser: '' },
  ...{ texts: [{ models: [], text: '{host}' }], deviceIds: [], groupIds: [1], customerIds: [] },
  ...{ perMinute: 10, hoursFrom: '08:00', hoursUntil: '18:00', silentHours: 24, hasApnPassword: false },
  ...{
    state: 'draft',
    devices: 230,
    sent: 0,
    arrived: 0,
    overdue: 0,
    failed: 0,
    startedAt: null,
    unreadAt: null,
  },
};
const deviceAt = (at: number): CampaignDevice => ({
  ...{ deviceId: at, name: `Veículo ${at}`, uniqueId: `${at}`, phone: '+5585912345678', model: null },
  ...{ state: 'new', fault: null, text: 'rastreio.example', attempts: 0 },
  ...{ sentAt: null, arrivedAt: null, error: null },
});
const devices = Array.from({ length: 230 }, (_, at) => deviceAt(at + 1));

test('[BACK-05] what is confirmed is what was shown: the number of SMS, and the revision of their texts', async () => {
  const told = vi.spyOn(toasts, 'show');
  onTestFinished(() => told.mockRestore());
  const { sent } = await act(() =>
    renderPage(
      <Suspense>
        <CampaignDevices row={campaign} onDone={() => undefined} />
      </Suspense>,
      async ({ url, method }) => {
        if (method === 'POST') {
          const refused = { requestId: '1', message: '', code: 'edited-meanwhile', details: {} };
          return Response.json(refused, { status: 409 });
        }
        if (url.pathname.endsWith('devices')) return Response.json(devices, { headers: { etag: '"712"' } });
        return Response.json(campaign);
      },
    ),
  );
  const name = en['campaign.send_other'].replace('{{count}}', '230');
  fireEvent.click(await screen.findByRole('button', { name }));
  const buttons = await screen.findAllByRole('button', { name, hidden: true });
  fireEvent.click(buttons.at(-1) as HTMLElement);
  await waitFor(() => expect(told).toHaveBeenLastCalledWith('failure', en['apiError.campaign-changed']));
  const [ordered] = sent.filter(({ method }) => method === 'POST');
  expect([ordered?.url.pathname, ordered?.body, ordered?.headers.get('if-match')]).toEqual([
    '/api/campaigns/4/start',
    { count: 230 },
    '"712"',
  ]);
});

const ofCount = (
  key:
    | 'campaign.retry'
    | 'campaign.resume'
    | 'campaign.send'
    | `campaignAsk.${'start' | 'retry' | 'waiting'}`,
  count: number,
) => en[`${key}_other`].replace('{{count}}', String(count));

const toldOfQueue = () => screen.queryAllByText(/in the queue/).map(({ textContent }) => textContent);

test.each([
  ['paused', 23, [ofCount('campaignAsk.waiting', 20)]],
  ['running', 3, []],
] as const)(
  '[BACK-05] who has SMS sent again of a campaign that is %s confirms all that leaves by it: %i',
  async (state, sum, lines) => {
    const states = [...Array(3).fill('failed'), ...Array(20).fill('queued'), 'new'];
    let mixed = states.map((one, at) => ({ ...deviceAt(at + 1), state: one }));
    const { sent, queries } = await act(() =>
      renderPage(
        <Suspense>
          <CampaignDevices row={{ ...campaign, state }} onDone={() => undefined} />
        </Suspense>,
        async ({ url, method }) => {
          if (method === 'POST') return new Response(null, { status: 204 });
          return Response.json(url.pathname.endsWith('devices') ? mixed : { ...campaign, state });
        },
      ),
    );
    fireEvent.click(await screen.findByRole('button', { name: ofCount('campaign.retry', 3) }));
    await screen.findByText(ofCount('campaignAsk.retry', 3));
    // what is read while he thinks about it changes nothing of what he is asked
    mixed = mixed.filter((_, at) => at !== 0 && at !== 3);
    await act(() => queries.invalidateQueries({ queryKey: ['campaign', 4] }));
    await screen.findByRole('button', { name: ofCount('campaign.retry', 2), hidden: true });
    await screen.findByText(ofCount('campaignAsk.retry', 3));
    expect(toldOfQueue()).toEqual(lines);
    fireEvent.click(screen.getByRole('button', { name: ofCount('campaign.send', sum), hidden: true }));
    await waitFor(() => expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1));
    const [ordered] = sent.filter(({ method }) => method === 'POST');
    expect([ordered?.url.pathname, ordered?.body]).toEqual(['/api/campaigns/4/retry', { count: sum }]);
  },
);

test('[BACK-05] a paused campaign of which nobody was missed only goes on, and of that it is asked once', async () => {
  const mixed = (['queued', 'queued', 'new'] as const).map((state, at) => ({ ...deviceAt(at + 1), state }));
  await act(() =>
    renderPage(
      <Suspense>
        <CampaignDevices row={{ ...campaign, state: 'paused' }} onDone={() => undefined} />
      </Suspense>,
      async ({ url }) =>
        Response.json(url.pathname.endsWith('devices') ? mixed : { ...campaign, state: 'paused' }),
    ),
  );
  fireEvent.click(await screen.findByRole('button', { name: ofCount('campaign.resume', 3) }));
  await screen.findByText(ofCount('campaignAsk.start', 3));
  expect(toldOfQueue()).toEqual([]);
  expect(screen.queryByRole('button', { name: /again/, hidden: true })).toBe(null);
});

test('[BACK-05] of thousands of devices a page is shown at a time, and every one can be reached', async () => {
  await act(() =>
    renderPage(
      <Suspense>
        <CampaignDevices row={campaign} onDone={() => undefined} />
      </Suspense>,
      async ({ url }) => Response.json(url.pathname.endsWith('devices') ? devices : campaign),
    ),
  );
  await screen.findByText('Veículo 1');
  const rows = () => screen.getAllByRole('row').length - 1;
  expect(rows()).toBe(100);
  fireEvent.click(screen.getByRole('button', { name: en['list.page'].replace('{{page}}', '3') }));
  await screen.findByText('Veículo 230');
  expect(rows()).toBe(30);
});

test.each([
  ['running', true],
  ['paused', false],
] as const)('[BACK-05] a campaign that is %s and could not be read says so: %s', async (state, isTold) => {
  const unread = { ...campaign, state, unreadAt: '2026-05-04T12:34:00.000Z' };
  await act(() =>
    renderPage(
      <Suspense>
        <CampaignDevices row={unread} onDone={() => undefined} />
      </Suspense>,
      async ({ url }) => Response.json(url.pathname.endsWith('devices') ? devices : unread),
    ),
  );
  await screen.findByText('Veículo 1');
  expect(screen.queryAllByText(/^No SMS is leaving: at .*34/)).toHaveLength(isTold ? 1 : 0);
});
