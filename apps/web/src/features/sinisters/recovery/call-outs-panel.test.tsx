// @vitest-environment happy-dom
import type { CallOut, NearResponder } from '@atalaia/contract/sinisters/call-out';
import { fireEvent, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { aSinister } from '../../../lib/testing/a-sinister.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { CallOutsPanel } from './call-outs-panel.tsx';

const responder: NearResponder = {
  ...{ id: 1, name: 'Agente Rui', kind: 'agent', phone: '85977776666', otherPhone: null, area: 'Fortaleza' },
  ...{ hours: null, latitude: -3.8, longitude: -38.5, deviceId: 0, callOutCents: 15_000, kmCents: 250 },
  ...{ authorizationNumber: null, authorizedUntil: null, attributes: {} },
  ...{ distanceMetres: 8000, bearing: 0, placedBy: 'tracker', isAuthorized: true },
};
const callOut: CallOut = {
  ...{ id: 5, sinisterId: 9, responderId: 1, name: 'Agente Rui', phone: '85977776666', message: null },
  ...{ createdAt: '2026-11-20T10:00:00.000Z', createdBy: 'Ana', approvedBy: 'Bia', state: 'sent' },
  ...{ channel: null, channelState: null, channelAt: null, seenAt: null, onTheWayAt: null, onSiteAt: null },
  ...{
    endedAt: null,
    latitude: null,
    longitude: null,
    placedAt: null,
    callOutCents: 15_000,
    kmCents: 250,
    km: null,
  },
  costCents: 15_000,
};
const json = (body: unknown) => new Response(JSON.stringify(body));

function open(responders: readonly NearResponder[], status: 'opened' | 'closed' = 'opened') {
  const sinister = aSinister({ id: 9, status });
  return renderPage(
    <MemoryRouter>
      <CallOutsPanel sinisterId={9} deviceId={sinister.deviceId} />
    </MemoryRouter>,
    async ({ method, url }) => {
      if (url.pathname.endsWith('/responders')) return json(responders);
      if (method === 'POST')
        return json({ ...callOut, token: 'secret', text: 'Open http://x/call-out/secret' });
      if (method === 'PUT') return json({ ...callOut, channel: 'whatsapp', channelState: 'opened' });
      return json(url.pathname.endsWith('/call-outs') ? [callOut] : sinister);
    },
  );
}

test('[COCK-02] who has no authorization any more cannot be called out, and says so; one that ends soon is warned of', async () => {
  const soon = new Date(Date.now() + 5 * 24 * 3_600_000).toISOString().slice(0, 10);
  await open([
    { ...responder, id: 1, name: 'Ended', authorizedUntil: '2025-01-31', isAuthorized: false },
    { ...responder, id: 2, name: 'Soon', authorizedUntil: soon },
    { ...responder, id: 3, name: 'Long', authorizedUntil: '2999-01-31' },
  ]);
  const entry = async (name: string) => {
    const item = (await screen.findByText(name)).closest('li');
    if (!item) throw new Error(`${name} is in no list`);
    return within(item);
  };
  const ended = await entry('Ended');
  expect(ended.getByText('Authorization ended on 31/01/2025: cannot be called out.')).toBeDefined();
  expect(ended.getByRole('button')).toHaveProperty('disabled', true);
  const ends = await entry('Soon');
  expect(ends.getByText(/^The authorization ends on/)).toBeDefined();
  expect(ends.getByRole('button')).toHaveProperty('disabled', false);
  expect((await entry('Long')).queryByText(/authorization/i)).toBeNull();
});

test('[COCK-02] a call-out names who approves it; its link goes to WhatsApp with the text, which is noted as opened', async () => {
  const { sent } = await open([responder]);
  const directory = await screen.findByRole('region', { name: 'Who can be called out' });
  fireEvent.click(await within(directory).findByRole('button', { name: 'Call out' }));
  const dialog = await screen.findByRole('dialog', { name: 'Call out Agente Rui' });
  const approval = within(dialog).getByLabelText(/Approved by/);
  fireEvent.change(approval, { target: { value: ' ' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Call out' }));
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  fireEvent.change(approval, { target: { value: 'Bia' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Call out' }));
  const link = await screen.findByRole('link', { name: 'Open in WhatsApp' });
  expect(link.getAttribute('href')).toBe(
    'https://wa.me/5585977776666?text=Open+http%3A%2F%2Fx%2Fcall-out%2Fsecret',
  );
  expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ responderId: 1, approvedBy: 'Bia' });
  // happy-dom would follow it
  link.addEventListener('click', (event) => event.preventDefault());
  fireEvent.click(link);
  await expect.poll(() => sent.find(({ method }) => method === 'PUT')?.body).toEqual({ opened: 'whatsapp' });
});

test('[COCK-02] a closed case calls nobody out', async () => {
  await open([responder], 'closed');
  expect(await screen.findByText('approved by Bia · R$ 150.00')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Who can be called out' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'New link' })).toBeNull();
});
