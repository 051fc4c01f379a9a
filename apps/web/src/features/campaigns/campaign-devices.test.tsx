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
  ...{ state: 'draft', devices: 230, sent: 0, arrived: 0, overdue: 0, failed: 0, startedAt: null },
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
