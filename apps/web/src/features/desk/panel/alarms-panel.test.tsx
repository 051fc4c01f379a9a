// @vitest-environment happy-dom

import type { Alarm } from '@atalaia/contract/desk/alarm';
import type { MutedRule } from '@atalaia/contract/desk/desk';
import { en } from '@atalaia/phrases/en';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '../../../lib/store/store.ts';
import { anAlarm } from '../../../lib/testing/an-alarm.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { createDeskAlarms } from '../../../live/desk/desk-alarms.ts';
import type { Connection, Live } from '../../../live/live.ts';
import { LiveContext } from '../../../live/live-context.ts';
import { AlarmsPanel } from './alarms-panel.tsx';

const muting = { ruleId: 1, ruleName: 'Ignição', until: new Date(Date.now() + 3_600_000).toISOString() };

/** What the person muted, as the server keeps it. */
let muted: readonly MutedRule[] = [];
/** What the server says of the person's duty. */
let duty = 'off';
beforeEach(() => {
  muted = [];
  duty = 'off';
});

/** `answers` are the server's of the queue, one a request; an Error is a failed one. */
async function open(...answers: readonly (readonly Alarm[] | Error)[]) {
  const left = [...answers];
  const desk = createDeskAlarms({
    async fetchPage() {
      const alarms = left.shift() ?? expect.fail('no further request expected');
      if (alarms instanceof Error) throw alarms;
      return { alarms: [...alarms], now: new Date().toISOString(), total: alarms.length };
    },
    random: () => 0,
  });
  const connection = createStore<Connection>('open');
  const acts = { onOpen: vi.fn(), onTake: vi.fn(), onTakeNext: vi.fn() };
  await renderPage(
    <LiveContext value={{ desk, connection } as Partial<Live> as Live}>
      <AlarmsPanel {...acts} />
    </LiveContext>,
    async ({ method, url, body }) => {
      if (method === 'PUT') duty = (body as { state: string }).state;
      const operator = { userId: 1, name: 'Central', role: 'supervisor', duty, since: null, holds: [] };
      if (method === 'PUT') return Response.json(operator);
      if (url.pathname.endsWith('desk/operators')) return Response.json([operator]);
      if (method === 'DELETE') muted = [];
      return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(muted);
    },
  );
  const load = () => act(async () => desk.load());
  const cards = () => {
    const list = screen.queryByRole('list', { name: en['alarms.list'] });
    return list ? within(list).getAllByRole('article') : [];
  };
  const names = () => cards().map(({ textContent }) => /Gol|Onix|Strada/.exec(textContent ?? '')?.[0]);
  return { desk, connection, ...acts, load, cards, names };
}

const gol = anAlarm({ id: 2, deviceName: 'Gol', severity: 'medium' });
const onix = anAlarm({ id: 1, deviceName: 'Onix', severity: 'critical' });

test('[SHELL-04] open alarms are listed by urgency; a click opens one, a button takes it', async () => {
  const { load, names, cards, onOpen, onTake } = await open([gol, onix]);
  expect(screen.getByText(en['alarms.loading'])).toBeTruthy();
  await load();
  expect(names()).toEqual(['Onix', 'Gol']);
  const [look, take] = within(cards()[1] ?? expect.fail('no second card')).getAllByRole('button');
  fireEvent.click(look ?? expect.fail('no card to open'));
  fireEvent.click(take ?? expect.fail('no button to take it'));
  expect([onOpen.mock.calls, onTake.mock.calls]).toEqual([[[2]], [[2]]]);
});

test('[SHELL-04] [DESK-02] repeats are one card with their number, and who works on it is named', async () => {
  const { load, cards, desk } = await open([gol]);
  await load();
  await act(async () =>
    desk.take([{ ...gol, version: 2, eventCount: 3, state: 'claimed', holderId: 7, holderName: 'Ana' }]),
  );
  expect(cards()).toHaveLength(1);
  expect(cards()[0]?.textContent).toMatch(/×3.*Ana/);
  expect(within(cards()[0] ?? expect.fail('no card')).getAllByRole('button')).toHaveLength(1);
});

test('[SHELL-04] [DESK-03] a live alarm joins the list, and one that anybody closed leaves it', async () => {
  const { load, names, desk } = await open([gol]);
  await load();
  await act(async () => desk.take([anAlarm({ id: 3, deviceName: 'Strada' })]));
  expect(names()).toEqual(['Strada', 'Gol']);
  await act(async () => desk.take([{ ...gol, version: 2, state: 'closed' }]));
  expect(names()).toEqual(['Strada']);
});

test('[DESK-18] what the person muted anywhere is hidden, said with its end, and shown again by "Mostrar tudo"', async () => {
  muted = [muting];
  const { load, names } = await open([gol, onix]);
  await load();
  await waitFor(() => expect(names()).toEqual(['Onix']));
  expect(screen.getByText(/Ignição.*1 alarm hidden/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: en['desk.showAll'] }));
  await waitFor(() => expect(names()).toEqual(['Onix', 'Gol']));
  expect(muted).toEqual([]);
  expect(screen.queryByText(/Ignição/)).toBeNull();
});

test('[DESK-18] a list that could not be loaded says so, and is loaded by a click', async () => {
  const { desk, load, names } = await open(new Error('away'), [onix]);
  await load();
  expect(screen.getByText(en['alarms.unknown'])).toBeTruthy();
  expect(screen.queryByText(en['desk.none'])).toBeNull();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: en['error.retry'] })));
  expect(names()).toEqual(['Onix']);
  await act(async () => desk.stop());
});

/** The part of the note behind its date. */
const outdated = new RegExp(en['alarms.outdated'].split('{{date}}')[1] ?? '');

test('[WS-02] [DESK-18] while the connection is lost the list is marked as possibly old', async () => {
  const { connection, load } = await open([]);
  await load();
  expect(screen.getByText(en['desk.none'])).toBeTruthy();
  await act(async () => connection.set('lost'));
  expect(screen.getByText(outdated)).toBeTruthy();
  await act(async () => connection.set('open'));
  expect(screen.queryByText(outdated)).toBeNull();
});

test('[SHIFT-01] beside the map one reads whether one is on duty, which opening it does not change, and says so', async () => {
  await open([]);
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: en['desk.duty'] });
  await waitFor(() => expect(field.value).toBe(en['duty.off']));
  expect(duty).toBe('off');
  fireEvent.click(field);
  fireEvent.click(await screen.findByText(en['duty.on']));
  await waitFor(() => expect(duty).toBe('on'));
  await waitFor(() => expect(field.value).toBe(en['duty.on']));
});
